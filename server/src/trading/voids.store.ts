import { ensure } from '@truestrike/core/assert.ts'
import type { Sql } from '../platform/db.ts'

/** A row of `voids` (migration 0026). Times are ms of the service clock. */
export interface VoidRow {
  id: bigint
  productId: number
  fromMs: bigint
  toMs: bigint
  reason: string
  state: 'proposed' | 'withdrawn' | 'refused' | 'confirmed' | 'entered' | 'done'
  version: number
  proposedBy: bigint
  proposedMs: bigint
  expiresMs: bigint
  decidedBy: bigint | null
  decidedMs: bigint | null
  remark: string | null
  seq: bigint | null
  entryMs: bigint | null
  contractCount: number | null
  houseEffectMicros: bigint | null
  returnedMs: bigint | null
}

const SELECT = `select v.id, v.product_id as "productId", v.from_ms as "fromMs", v.to_ms as "toMs", v.reason, v.state,
    v.version, v.proposed_by as "proposedBy", v.proposed_ms as "proposedMs", v.expires_ms as "expiresMs",
    v.decided_by as "decidedBy", v.decided_ms as "decidedMs", v.remark, v.seq, v.entry_ms as "entryMs",
    v.contract_count as "contractCount", v.house_effect_micros as "houseEffectMicros", v.returned_ms as "returnedMs"
  from voids v`

export interface NewVoid {
  productId: number
  fromMs: number
  toMs: number
  reason: string
  proposedBy: bigint
  nowMs: number
  expiresMs: number
}

export async function insertVoid(sql: Sql, add: NewVoid): Promise<bigint> {
  const [row] = await sql.query<{ id: bigint }>(
    `insert into voids (product_id, from_ms, to_ms, reason, proposed_by, proposed_ms, expires_ms)
    values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [add.productId, add.fromMs, add.toMs, add.reason, add.proposedBy, add.nowMs, add.expiresMs],
  )
  return ensure(row).id
}

/**
 * What the proposer has proposed already in the same words, and nobody has decided on; null: nothing. Until the transaction
 * ends they propose nothing else.
 */
export async function findStandingVoid(sql: Sql, asked: NewVoid): Promise<VoidRow | null> {
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`voids:${asked.proposedBy}`])
  const [row] = await sql.query<VoidRow>(
    `${SELECT} where v.state = 'proposed' and v.expires_ms > $1 and v.proposed_by = $2 and v.product_id = $3
      and v.from_ms = $4 and v.to_ms = $5 and v.reason = $6 limit 1`,
    [asked.nowMs, asked.proposedBy, asked.productId, asked.fromMs, asked.toMs, asked.reason],
  )
  return row ?? null
}

export async function getVoid(sql: Sql, id: bigint): Promise<VoidRow | null> {
  const [row] = await sql.query<VoidRow>(`${SELECT} where v.id = $1`, [id])
  return row ?? null
}

/** Nobody else decides on it until the transaction ends. */
export async function holdVoid(sql: Sql, id: bigint): Promise<VoidRow | null> {
  const [row] = await sql.query<VoidRow>(`${SELECT} where v.id = $1 for update`, [id])
  return row ?? null
}

/** Those that are not over, oldest first, or all of them newest first. */
export function listVoids(
  sql: Sql,
  {
    open,
    productId,
    cursorId,
    limit,
    nowMs,
  }: {
    open: boolean
    productId: number | null
    cursorId: bigint | null
    limit: number
    nowMs: number
  },
): Promise<VoidRow[]> {
  return open
    ? sql.query<VoidRow>(
        `${SELECT} where (v.state in ('confirmed', 'entered') or (v.state = 'proposed' and v.expires_ms > $4))
          and ($1::bigint is null or v.id > $1) and ($2::int is null or v.product_id = $2) order by v.id limit $3`,
        [cursorId, productId, limit, nowMs],
      )
    : sql.query<VoidRow>(
        `${SELECT} where ($1::bigint is null or v.id < $1) and ($2::int is null or v.product_id = $2)
          order by v.id desc limit $3`,
        [cursorId, productId, limit],
      )
}

/** What an administrator made of a proposal that is held. */
export async function decideVoid(
  sql: Sql,
  id: bigint,
  step: {
    state: 'withdrawn' | 'refused' | 'confirmed'
    adminId: bigint
    nowMs: number
    remark: string | null
  },
): Promise<void> {
  await sql.query(
    `update voids set state = $2, version = version + 1, decided_by = $3, decided_ms = $4, remark = $5 where id = $1`,
    [id, step.state, step.adminId, step.nowMs, step.remark],
  )
}

/** Voids of some products in a state of work, oldest first. */
export function listVoidsAtWork(
  sql: Sql,
  productIds: readonly number[],
  state: 'confirmed' | 'entered',
): Promise<VoidRow[]> {
  return sql.query<VoidRow>(
    `${SELECT} where v.product_id = any ($1::int[]) and v.state in ('confirmed', 'entered') and v.state = $2
    order by v.id`,
    [[...productIds], state],
  )
}

/** In the transaction that appends the entry. Raises what `isFenced` knows when it is entered already. */
export async function enterVoid(
  sql: Sql,
  entry: { id: bigint; seq: number; timeMs: number; contractCount: number; houseEffectMicros: bigint },
): Promise<void> {
  const { id, seq, timeMs, contractCount, houseEffectMicros } = entry
  await sql.query('select enter_void($1, $2, $3, $4, $5)', [
    id,
    BigInt(seq),
    BigInt(timeMs),
    contractCount,
    houseEffectMicros,
  ])
}

export interface ReturnedStake {
  contractId: bigint
  /** Null: its user wants none. */
  noticeId: bigint | null
}

/** Returns stakes in one transaction: contract, ledger, bill, notice, outbox, the month's figures. Leaves out what was returned before. */
export function returnStakes(sql: Sql, voidId: bigint, ids: readonly bigint[]): Promise<ReturnedStake[]> {
  return sql.query<ReturnedStake>(
    'select contract_id as "contractId", notice_id as "noticeId" from return_voided_stakes($1, $2)',
    [voidId, [...ids]],
  )
}

/** Ends a void when no stake is left to be returned, now or when what expired before its entry is settled; answers whether it did. */
export async function finishVoid(sql: Sql, id: bigint, nowMs: number): Promise<boolean> {
  const rows = await sql.query(
    `update voids v set state = 'done', version = v.version + 1, returned_ms = $2
    where v.id = $1 and v.state = 'entered'
      and not exists (
        select 1 from contracts c
        where c.product_id = v.product_id and c.state in ('opening', 'running') and c.expires_at_ms < v.entry_ms
          and c.accepted_at_ms <= v.to_ms)
      and not exists (
        select 1 from contracts c
        where c.product_id = v.product_id and c.result = 'lost' and c.expires_at_ms >= v.from_ms
          and c.expires_at_ms < v.entry_ms
          and void_touches(v.from_ms, v.to_ms, v.entry_ms, c.opening_time_ms, c.expires_at_ms, c.window_ms))
    returning 1`,
    [id, nowMs],
  )
  return rows.length > 0
}
