import { ensure } from '@truestrike/core/assert.ts'
import type { FundsState } from '@truestrike/core/funds/funds-states.ts'
import type { Sql } from '../platform/db.ts'
import type { PaperType } from '../platform/papers.ts'
import { listMethodsOfKind } from './deposit-methods.store.ts'
import {
  type MethodCondition,
  type OrderFilter,
  type OrderPage,
  type OrderTotals,
  type OwnPage,
  orderStatement,
  totalsStatement,
  wholeTotals,
} from './order-filter.ts'

export interface DepositRow {
  id: bigint
  userId: bigint
  requestId: string
  methodId: bigint
  /** Of the method. */
  kind: 'bank' | 'wallet'
  network: 'eth' | 'tron' | null
  amountMicros: bigint
  /** Sealed. */
  payer: string
  state: FundsState
  version: number
  reviewerId: bigint | null
  creditedMicros: bigint | null
  /** Who proposed to credit how much, where it takes two administrators. */
  proposedBy: bigint | null
  proposedMicros: bigint | null
  /** The transaction its user told, and the one that was confirmed or is proposed; null: none. */
  toldRef: string | null
  paymentRef: string | null
  /** To be told to its user with the end. */
  remark: string | null
  createdMs: bigint
  endedMs: bigint | null
  /** Of the receipt; null: none was handed in. */
  receiptType: PaperType | null
  receiptMs: bigint | null
}

const DEPOSITS = `select d.id, d.user_id as "userId", d.request_id as "requestId", d.method_id as "methodId", m.kind,
    m.network, d.amount_micros as "amountMicros", d.payer, d.state, d.version, d.reviewer_id as "reviewerId",
    d.credited_micros as "creditedMicros", d.proposed_by as "proposedBy", d.proposed_micros as "proposedMicros",
    d.told_ref as "toldRef", d.payment_ref as "paymentRef", d.remark, d.created_ms as "createdMs", d.ended_ms as "endedMs",
    r.content_type as "receiptType", r.uploaded_ms as "receiptMs"
  from deposits d join deposit_methods m on m.id = d.method_id left join deposit_receipts r on r.deposit_id = d.id`

export async function insertDeposit(
  sql: Sql,
  deposit: Pick<DepositRow, 'userId' | 'requestId' | 'methodId' | 'amountMicros' | 'payer' | 'toldRef'> & {
    payerMark: string
  },
  nowMs: number,
): Promise<bigint> {
  const [row] = await sql.query<{ id: bigint }>(
    `insert into deposits (user_id, request_id, method_id, amount_micros, payer, payer_mark, told_ref, created_ms, updated_ms)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning id`,
    [
      deposit.userId,
      deposit.requestId,
      deposit.methodId,
      deposit.amountMicros,
      deposit.payer,
      deposit.payerMark,
      deposit.toldRef,
      nowMs,
    ],
  )
  return ensure(row).id
}

export async function getDepositByRequest(
  sql: Sql,
  userId: bigint,
  requestId: string,
): Promise<DepositRow | null> {
  const [row] = await sql.query<DepositRow>(`${DEPOSITS} where d.user_id = $1 and d.request_id = $2`, [
    userId,
    requestId,
  ])
  return row ?? null
}

export async function getDeposit(sql: Sql, id: bigint): Promise<DepositRow | null> {
  const [row] = await sql.query<DepositRow>(`${DEPOSITS} where d.id = $1`, [id])
  return row ?? null
}

/** Holds it until the transaction ends: of two who act at once the second sees what the first did. */
export async function holdDeposit(sql: Sql, id: bigint): Promise<DepositRow | null> {
  const [row] = await sql.query<DepositRow>(`${DEPOSITS} where d.id = $1 for update of d`, [id])
  return row ?? null
}

/** A user's own, newest first. */
export function listDepositsOfUser(
  sql: Sql,
  { userId, beforeId, open, limit }: OwnPage,
): Promise<DepositRow[]> {
  return sql.query<DepositRow>(
    `${DEPOSITS} where d.user_id = $1 and ($2::bigint is null or d.id < $2) and (not $4 or d.ended_ms is null)
    order by d.id desc limit $3`,
    [userId, beforeId, limit, open],
  )
}

async function methodsOf(
  sql: Sql,
  { method }: OrderFilter<DepositRow['kind']>,
): Promise<MethodCondition | null> {
  if (method === null) return null
  return { column: 'd.method_id', type: 'bigint', values: await listMethodsOfKind(sql, method) }
}

/** For review. */
export async function listDepositsToReview(
  sql: Sql,
  filter: OrderFilter<DepositRow['kind']>,
  page: OrderPage,
): Promise<DepositRow[]> {
  const method = await methodsOf(sql, filter)
  const { text, params } = orderStatement({ select: DEPOSITS, row: 'd' }, filter, page, method)
  return await sql.query<DepositRow>(text, params)
}

/** Of what is listed for review; null: too many. */
export async function sumDepositsToReview(
  sql: Sql,
  filter: OrderFilter<DepositRow['kind']>,
): Promise<OrderTotals | null> {
  const method = await methodsOf(sql, filter)
  const { text, params } = totalsStatement({ table: 'deposits', row: 'd' }, filter, method)
  const [row] = await sql.query<OrderTotals>(text, params)
  return wholeTotals(ensure(row))
}

/** Those a decision is waited for, and how many of them a reviewer has taken on. */
export async function countOpenDeposits(sql: Sql): Promise<{ count: number; processing: number }> {
  const [row] = await sql.query<{ count: number; processing: number }>(
    `select count(*)::int4 as count, count(*) filter (where state = 'processing')::int4 as processing
    from deposits where state in ('pending', 'processing')`,
  )
  return ensure(row)
}

export async function countOpenDepositsOf(sql: Sql, userId: bigint): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::int4 as count from deposits where user_id = $1 and state in ('pending', 'processing')`,
    [userId],
  )
  return row?.count ?? 0
}

export type DepositChange = Pick<
  DepositRow,
  'state' | 'reviewerId' | 'creditedMicros' | 'proposedBy' | 'proposedMicros' | 'paymentRef' | 'remark'
>

/** One step of one that is held. */
export async function stepDeposit(sql: Sql, id: bigint, change: DepositChange, nowMs: number): Promise<void> {
  await sql.query(
    `update deposits set state = $2::text, reviewer_id = $3, credited_micros = $4, proposed_by = $5, proposed_micros = $6,
      remark = $7, payment_ref = $9, version = version + 1, updated_ms = $8,
      ended_ms = case when $2::text in ('completed', 'rejected', 'failed') then $8::bigint end
    where id = $1`,
    [
      id,
      change.state,
      change.reviewerId,
      change.creditedMicros,
      change.proposedBy,
      change.proposedMicros,
      change.remark,
      nowMs,
      change.paymentRef,
    ],
  )
}

/** Whether another deposit was credited for this payment; exact only after `lockPayment`. */
export async function isCreditedByAnother(sql: Sql, id: bigint | null, paymentRef: string): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from deposits
    where payment_ref = $1 and state = 'completed' and ($2::bigint is null or id <> $2)`,
    [paymentRef, id],
  )
  return rows.length > 0
}

/** How many other deposits name this payment, as told or as confirmed; those taken back do not. */
export async function countOthersOfPayment(sql: Sql, id: bigint, paymentRef: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::int4 as count from (
      select id from deposits where told_ref = $2 and state <> 'failed'
      union select id from deposits where payment_ref = $2 and state = 'completed'
    ) d where id <> $1`,
    [id, paymentRef],
  )
  return row?.count ?? 0
}

/** What came in before this one from the same user. */
export async function sumDepositsBefore(
  sql: Sql,
  { id, userId }: Pick<DepositRow, 'id' | 'userId'>,
): Promise<{ count: number; creditedMicros: bigint }> {
  const [row] = await sql.query<{ count: number; creditedMicros: bigint }>(
    `select count(*)::int4 as count, coalesce(sum(credited_micros), 0)::bigint as "creditedMicros"
    from deposits where user_id = $1 and id < $2 and state = 'completed'`,
    [userId, id],
  )
  return ensure(row)
}
