import type { Sql } from '../platform/db.ts'

export interface MoneyRequest {
  userId: bigint
  /** Chosen by the caller, 8 to 64 characters. */
  requestId: string
  /** What is asked for, such as `demo-reset`. */
  kind: string
  /** SHA-256 of what was asked. */
  bodySha256: Uint8Array
}

/**
 * Claims a request id inside the transaction that moves the money. `fresh`: go on · `repeated`: it was done before, with
 * the same body, answer as then · `mismatch`: the id was used for something else. Concurrent claims wait for each other.
 */
export async function claimMoneyRequest(
  sql: Sql,
  request: MoneyRequest,
  nowMs: number,
): Promise<'fresh' | 'repeated' | 'mismatch'> {
  const rows = await sql.query<{ claim: 'fresh' | 'repeated' | 'mismatch' }>(
    'select ledger_claim_request($1, $2, $3, $4, $5) as claim',
    [request.userId, request.requestId, request.kind, request.bodySha256, nowMs],
  )
  return rows[0]?.claim ?? 'mismatch'
}

/** Whether an id was claimed before, and for this; null: it was not. */
export async function findMoneyRequest(
  sql: Sql,
  { userId, requestId, kind, bodySha256 }: MoneyRequest,
): Promise<'repeated' | 'mismatch' | null> {
  const [row] = await sql.query<{ same: boolean }>(
    'select kind = $3 and body_sha256 = $4 as same from money_requests where user_id = $1 and request_id = $2',
    [userId, requestId, kind, bodySha256],
  )
  if (row === undefined) return null
  return row.same ? 'repeated' : 'mismatch'
}

/** A user's requests of a kind since a time, the caller's own among them. */
export async function countMoneyRequests(
  sql: Sql,
  userId: bigint,
  kind: string,
  sinceMs: number,
): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'select count(*)::int4 as count from money_requests where user_id = $1 and kind = $2 and created_ms > $3',
    [userId, kind, sinceMs],
  )
  return row?.count ?? 0
}
