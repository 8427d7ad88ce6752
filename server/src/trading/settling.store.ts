import type { Sql } from '../platform/db.ts'
import { CONTRACT_COLUMNS, type ContractRow } from './contract-row.ts'

/** Contracts settled by one call and transaction. */
export const CONTRACTS_PER_BATCH_MAX = 500

/** Contracts of a product with an opening price whose expiry is at or before the watermark, oldest first. */
export function listDueContracts(
  sql: Sql,
  productId: number,
  { watermarkMs, afterExpiryMs, afterId }: { watermarkMs: number; afterExpiryMs: bigint; afterId: bigint },
): Promise<ContractRow[]> {
  return sql.query<ContractRow>(
    `select ${CONTRACT_COLUMNS} from contracts
    where product_id = $1 and state in ('opening', 'running') and expires_at_ms <= $2 and (expires_at_ms, id) > ($3, $4)
      and state = 'running'
    order by expires_at_ms, id limit ${CONTRACTS_PER_BATCH_MAX}`,
    [productId, watermarkMs, afterExpiryMs, afterId],
  )
}

/** Contracts of a product without an opening price that could have had one by now, oldest first. */
export function listOpeningContracts(
  sql: Sql,
  productId: number,
  { watermarkMs, afterId }: { watermarkMs: number; afterId: bigint },
): Promise<ContractRow[]> {
  return sql.query<ContractRow>(
    `select ${CONTRACT_COLUMNS} from contracts
    where product_id = $1 and state = 'opening' and id > $3 and accepted_at_ms + opening_delay_ms <= $2
    order by id limit ${CONTRACTS_PER_BATCH_MAX}`,
    [productId, watermarkMs, afterId],
  )
}

/** Contracts of a product that wait for an opening price, at most `limit`, oldest first. */
export function listWaitingContracts(
  sql: Sql,
  productIds: readonly number[],
  limit: number,
): Promise<ContractRow[]> {
  return sql.query<ContractRow>(
    `select ${CONTRACT_COLUMNS} from contracts where product_id = any ($1::int[]) and state = 'opening' order by id limit $2`,
    [[...productIds], limit],
  )
}

export interface ProductDue {
  productId: number
  watermarkMs: bigint
  /** Expiry of the open contract that ends first. */
  nextExpiryMs: bigint | null
  /** Acceptance of the contract that has waited longest for its opening price. */
  oldestOpeningMs: bigint | null
}

/** What is due where: by state and expiry, one index look-up each, however many contracts there are. */
export function listProductsDue(sql: Sql, productIds: readonly number[]): Promise<ProductDue[]> {
  return sql.query<ProductDue>(
    `select h.product_id as "productId", h.watermark_ms as "watermarkMs",
      (select c.expires_at_ms from contracts c where c.product_id = h.product_id and c.state in ('opening', 'running')
        order by c.expires_at_ms limit 1) as "nextExpiryMs",
      (select c.accepted_at_ms from contracts c where c.product_id = h.product_id and c.state = 'opening'
        order by c.id limit 1) as "oldestOpeningMs"
    from market_heads($1::int[]) h`,
    [[...productIds]],
  )
}

export interface OpeningToWrite {
  id: bigint
  price: bigint
  timeMs: number
  seq: number
}

export interface OpenedContract {
  contractId: bigint
  userId: bigint
}

/** Openings one call may carry: an order that comes meanwhile does not wait long for the processor. */
export const OPENINGS_PER_BATCH_MAX = 128

/** Writes opening prices; answers the contracts that were still waiting for theirs. */
export function openContracts(sql: Sql, openings: readonly OpeningToWrite[]): Promise<OpenedContract[]> {
  const select = 'select contract_id as "contractId", user_id as "userId" from open_contracts($1, $2, $3, $4)'
  return sql.query<OpenedContract>(select, [
    openings.map((opening) => opening.id),
    openings.map((opening) => opening.price),
    openings.map((opening) => opening.timeMs),
    openings.map((opening) => opening.seq),
  ])
}

/** A decided contract: the row as it will be, except for `settledAtMs`. */
export type DecidedContract = ContractRow & {
  state: 'completed' | 'cancelled'
  profitMicros: bigint
  /** Of a cancelled one: the log entry it is put down to, and what it would have brought its user; null: not known. */
  causeSeq: number | null
  ifCountedMicros: bigint | null
}

export interface SettledContract {
  contractId: bigint
  settledAtMs: bigint
  /** Null: its user wants none. */
  noticeId: bigint | null
}

/** Settles in one transaction: contract, ledger, bill, notice, outbox, the month's figures. Leaves out what was settled before. */
export function settleContracts(sql: Sql, decided: readonly DecidedContract[]): Promise<SettledContract[]> {
  return sql.query<SettledContract>(
    `select contract_id as "contractId", settled_at_ms as "settledAtMs", notice_id as "noticeId"
    from settle_counted($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      decided.map((row) => row.id),
      decided.map((row) => row.state),
      decided.map((row) => row.result),
      decided.map((row) => row.cancelReason),
      decided.map((row) => row.openingPrice),
      decided.map((row) => row.openingTimeMs),
      decided.map((row) => row.openingSeq),
      decided.map((row) => row.closingPrice),
      decided.map((row) => row.closingTimeMs),
      decided.map((row) => row.profitMicros),
      decided.map((row) => (row.causeSeq === null ? null : BigInt(row.causeSeq))),
      decided.map((row) => row.ifCountedMicros),
    ],
  )
}

/** Drops exposure rows of minutes that are over. */
export async function pruneExposure(sql: Sql): Promise<void> {
  await sql.query('select trading_prune_exposure()')
}
