import type { Sql } from '../platform/db.ts'
import type { PaperType } from '../platform/papers.ts'

export interface ReceiptRow {
  depositId: bigint
  contentType: PaperType
  sealed: Uint8Array
}

/** In place of the one there was. */
export async function putReceipt(sql: Sql, receipt: ReceiptRow, nowMs: number): Promise<void> {
  const { depositId, contentType, sealed } = receipt
  await sql.query(
    `insert into deposit_receipts (deposit_id, content_type, sealed, uploaded_ms) values ($1, $2, $3, $4)
    on conflict (deposit_id) do update set content_type = $2, sealed = $3, uploaded_ms = $4`,
    [depositId, contentType, sealed, nowMs],
  )
}

export async function deleteReceipt(sql: Sql, depositId: bigint): Promise<void> {
  await sql.query('delete from deposit_receipts where deposit_id = $1', [depositId])
}

/** Of any user's deposit, for its reviewers. */
export async function getReceiptToReview(sql: Sql, depositId: bigint): Promise<ReceiptRow | null> {
  const [row] = await sql.query<ReceiptRow>(
    `select deposit_id as "depositId", content_type as "contentType", sealed from deposit_receipts where deposit_id = $1`,
    [depositId],
  )
  return row ?? null
}

/** Of this user's deposit. */
export async function getReceipt(sql: Sql, userId: bigint, depositId: bigint): Promise<ReceiptRow | null> {
  const [row] = await sql.query<ReceiptRow>(
    `select r.deposit_id as "depositId", r.content_type as "contentType", r.sealed from deposit_receipts r
    join deposits d on d.id = r.deposit_id where r.deposit_id = $1 and d.user_id = $2`,
    [depositId, userId],
  )
  return row ?? null
}

export async function hasReceipt(sql: Sql, userId: bigint, depositId: bigint): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from deposit_receipts r join deposits d on d.id = r.deposit_id
    where r.deposit_id = $1 and d.user_id = $2`,
    [depositId, userId],
  )
  return rows.length > 0
}

/** Whether any receipt is sealed with the key that makes this beginning. */
export async function holdsSealedReceipt(sql: Sql, beginning: string): Promise<boolean> {
  const rows = await sql.query(
    'select 1 from deposit_receipts where substring(sealed for length($1::bytea)) = $1 limit 1',
    [Buffer.from(beginning)],
  )
  return rows.length > 0
}

/** Receipts that are sealed in another way. */
export function listReceiptsSealedOtherwise(
  sql: Sql,
  beginning: string,
  limit: number,
): Promise<Pick<ReceiptRow, 'depositId' | 'sealed'>[]> {
  return sql.query<Pick<ReceiptRow, 'depositId' | 'sealed'>>(
    `select deposit_id as "depositId", sealed from deposit_receipts
    where substring(sealed for length($1::bytea)) <> $1 limit $2`,
    [Buffer.from(beginning), limit],
  )
}

export async function replaceSealedReceipt(sql: Sql, depositId: bigint, sealed: Uint8Array): Promise<void> {
  await sql.query('update deposit_receipts set sealed = $2 where deposit_id = $1', [depositId, sealed])
}
