import type { Sql, SqlValue } from '../platform/db.ts'

/** A row of `proposals` (migration 0032). Times are ms of the service clock. */
export interface ProposalRow {
  id: bigint
  kind: string
  subject: string
  payload: object
  reason: string
  requestId: string
  state: 'proposed' | 'withdrawn' | 'refused' | 'done'
  version: number
  proposedBy: bigint
  proposedMs: bigint
  expiresMs: bigint
  decidedBy: bigint | null
  decidedMs: bigint | null
  remark: string | null
}

const SELECT = `select p.id, p.kind, p.subject, p.payload, p.reason, p.request_id as "requestId", p.state, p.version,
    p.proposed_by as "proposedBy", p.proposed_ms as "proposedMs", p.expires_ms as "expiresMs",
    p.decided_by as "decidedBy", p.decided_ms as "decidedMs", p.remark
  from proposals p`

export interface NewProposal {
  kind: string
  subject: string
  payload: object
  reason: string
  requestId: string
  proposedBy: bigint
  nowMs: number
  expiresMs: number
}

/** The new proposal's id; null: the proposer used this request's id before. */
export async function insertProposal(sql: Sql, add: NewProposal): Promise<bigint | null> {
  const [row] = await sql.query<{ id: bigint }>(
    `insert into proposals (kind, subject, payload, reason, request_id, proposed_by, proposed_ms, expires_ms)
    values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (proposed_by, request_id) do nothing returning id`,
    [add.kind, add.subject, add.payload, add.reason, add.requestId, add.proposedBy, add.nowMs, add.expiresMs],
  )
  return row?.id ?? null
}

/** What was proposed by this request; null when the same id was used for something else. */
export async function findProposal(sql: Sql, asked: NewProposal): Promise<ProposalRow | null> {
  const [row] = await sql.query<ProposalRow>(
    `${SELECT} where p.proposed_by = $1 and p.request_id = $2 and p.kind = $3 and p.subject = $4 and p.payload = $5::jsonb
      and p.reason = $6`,
    [asked.proposedBy, asked.requestId, asked.kind, asked.subject, asked.payload, asked.reason],
  )
  return row ?? null
}

/**
 * What the proposer has proposed already in the same words, and nobody has decided on; null: nothing. Until the transaction
 * ends they propose nothing else.
 */
export async function findStanding(sql: Sql, asked: NewProposal): Promise<ProposalRow | null> {
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`proposals:${asked.proposedBy}`])
  const [row] = await sql.query<ProposalRow>(
    `${SELECT} where p.state = 'proposed' and p.expires_ms > $1 and p.proposed_by = $2 and p.kind = $3 and p.subject = $4
      and p.payload = $5::jsonb and p.reason = $6 limit 1`,
    [asked.nowMs, asked.proposedBy, asked.kind, asked.subject, asked.payload, asked.reason],
  )
  return row ?? null
}

export async function getProposal(sql: Sql, id: bigint): Promise<ProposalRow | null> {
  const [row] = await sql.query<ProposalRow>(`${SELECT} where p.id = $1`, [id])
  return row ?? null
}

/** Nobody else decides on it until the transaction ends. */
export async function holdProposal(sql: Sql, id: bigint): Promise<ProposalRow | null> {
  const [row] = await sql.query<ProposalRow>(`${SELECT} where p.id = $1 for update`, [id])
  return row ?? null
}

export interface ProposalFilter {
  /** Kinds that count at all. */
  kinds: readonly string[]
  open: boolean
  subject: string | null
  cursorId: bigint | null
  limit: number
  nowMs: number
}

/** Those nobody has decided on, oldest first, or all newest first. */
export function listProposals(sql: Sql, filter: ProposalFilter): Promise<ProposalRow[]> {
  const params: SqlValue[] = []
  const at = (value: SqlValue): string => `$${params.push(value)}`
  const conditions = [`p.kind = any (${at([...filter.kinds])}::text[])`]
  if (filter.open) conditions.push(`p.state = 'proposed' and p.expires_ms > ${at(filter.nowMs)}`)
  if (filter.subject !== null) conditions.push(`p.subject = ${at(filter.subject)}`)
  if (filter.cursorId !== null) conditions.push(`p.id ${filter.open ? '>' : '<'} ${at(filter.cursorId)}`)
  const order = filter.open ? 'p.id' : 'p.id desc'
  const text = `${SELECT} where ${conditions.join(' and ')} order by ${order} limit ${at(filter.limit)}`
  return sql.query<ProposalRow>(text, params)
}

/** Those that wait for somebody else than their proposer. */
export async function countWaiting(
  sql: Sql,
  { kinds, adminId, nowMs }: { kinds: readonly string[]; adminId: bigint; nowMs: number },
): Promise<number> {
  const [row] = await sql.query<{ n: bigint }>(
    `select count(*) as n from proposals
    where state = 'proposed' and expires_ms > $1 and proposed_by <> $2 and kind = any ($3::text[])`,
    [nowMs, adminId, [...kinds]],
  )
  return Number(row?.n ?? 0n)
}

/** What an administrator made of a proposal that is held. */
export async function decideProposal(
  sql: Sql,
  id: bigint,
  step: {
    state: 'withdrawn' | 'refused' | 'done'
    adminId: bigint
    nowMs: number
    remark: string | null
  },
): Promise<void> {
  await sql.query(
    `update proposals set state = $2, version = version + 1, decided_by = $3, decided_ms = $4, remark = $5 where id = $1`,
    [id, step.state, step.adminId, step.nowMs, step.remark],
  )
}
