import type { Sql } from '../platform/db.ts'
import type { SignedTerms } from './batch-proof.ts'
import { CONTRACT_COLUMNS, type ContractRow } from './contract-row.ts'

/** A contract with what else of it is signed. */
export interface PlacedRow extends ContractRow {
  productVersion: number
  bodySha256: Uint8Array
}

export interface AcceptedRow extends PlacedRow {
  ruleId: bigint
  batchId: bigint
}

/** Whoever's it is; null: there is none. */
export async function getAccepted(sql: Sql, id: bigint): Promise<AcceptedRow | null> {
  const rows = await sql.query<AcceptedRow>(
    `select ${CONTRACT_COLUMNS}, product_version as "productVersion", body_sha256 as "bodySha256", rule_id as "ruleId",
      batch_id as "batchId"
    from contracts where id = $1`,
    [id],
  )
  return rows[0] ?? null
}

/** An order of a batch, with what the batch's row says of it. */
export interface BatchedOrder extends SignedTerms {
  productId: number
  /** The batch's signature; null while no log holds its root. */
  keyId: string | null
  signature: Uint8Array | null
  /** Number of the entry with the root in the log of the order's product; null while it is not there. */
  rootSeq: bigint | null
}

/** All orders of a batch, ascending by id. */
export function listBatchedOrders(sql: Sql, batchId: bigint): Promise<BatchedOrder[]> {
  return sql.query<BatchedOrder>(
    `select c.id, c.product_id as "productId", c.symbol, c.product_version as "productVersion", c."precision", c.source,
      c.body_sha256 as "bodySha256", c.rule_hash as "ruleHash", c.open_after_seq as "openAfterSeq",
      c.accepted_at_ms as "acceptedAtMs", c.expires_at_ms as "expiresAtMs", b.key_id as "keyId", b.signature,
      b.seqs[array_position(b.product_ids, c.product_id)] as "rootSeq"
    from acceptance_batch($1) b join contracts c on c.id between b.id and b.last_id and c.batch_id = b.id
    order by c.id`,
    [batchId],
  )
}

/** The last expiry of a product's open contracts; products without any are left out. */
export function listOpenUntil(
  sql: Sql,
  productIds: readonly number[],
): Promise<{ productId: number; untilMs: bigint }[]> {
  return sql.query(
    `select p.id as "productId", c.expires_at_ms as "untilMs"
    from unnest($1::int[]) as p (id) cross join lateral (
      select expires_at_ms from contracts where product_id = p.id and state in ('opening', 'running')
      order by expires_at_ms desc limit 1) c`,
    [[...productIds]],
  )
}

/** The first acceptance of a product's open contracts; products without any are left out. */
export function listOpenSince(
  sql: Sql,
  productIds: readonly number[],
): Promise<{ productId: number; sinceMs: bigint }[]> {
  return sql.query(
    `select product_id as "productId", min(accepted_at_ms) as "sinceMs" from contracts
    where product_id = any ($1::int[]) and state in ('opening', 'running') group by product_id`,
    [[...productIds]],
  )
}
