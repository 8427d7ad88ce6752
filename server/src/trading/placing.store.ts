import type { OrderRefusal } from '@truestrike/protocol/errors.ts'
import type { Sql } from '../platform/db.ts'

/** An order as the database takes it. */
export interface OrderToPlace {
  userId: bigint
  clientOrderId: string
  /** SHA-256 over the normalised body. */
  bodySha256: Uint8Array
  book: 'demo' | 'real'
  /** 0: a symbol nobody knows. */
  productId: number
  direction: 'up' | 'down'
  durationSeconds: number
  stakeMicros: bigint
  ruleVersion: number
  /** The open span of the product's calendar around now; from > to when closed. */
  spanFromMs: number
  spanToMs: number
  calendarVersion: number
}

/** `RETRY_ALONE`: ask again in a batch of its own (see `place_contracts`). */
type PlacingCode = OrderRefusal | 'PRODUCT_NOT_FOUND' | 'RETRY_ALONE'

export interface PlacingAnswer {
  /** Place of the order in the batch, from 1. */
  ord: number
  code: PlacingCode | null
  /** Accepted before, under the same id and body. */
  replayed: boolean
  contractId: bigint | null
  ruleId: bigint | null
  productVersion: number | null
  source: string | null
  openAfterSeq: bigint | null
  acceptedAtMs: bigint
  expiresAtMs: bigint
}

/** Orders one call may carry. */
export const ORDERS_PER_BATCH_MAX = 256

/**
 * Places a batch, at most one order a user, in one statement and transaction; one answer per order, by `ord`.
 * `isClockOff`: this process's clock, or that of whoever writes the prices, is too far from the database's for any price
 * to count as fresh. `isHalted`: it has stopped taking orders by itself. What was accepted before is answered all the same.
 */
export async function placeOrders(
  sql: Sql,
  orders: readonly OrderToPlace[],
  { isClockOff, isHalted }: { isClockOff: boolean; isHalted: boolean },
): Promise<PlacingAnswer[]> {
  const answers = await sql.query<PlacingAnswer>(
    `select ord, code, replayed, contract_id as "contractId", rule_id as "ruleId", product_version as "productVersion",
      source, open_after_seq as "openAfterSeq", accepted_at_ms as "acceptedAtMs", expires_at_ms as "expiresAtMs"
    from place_contracts($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      orders.map((order) => order.userId),
      orders.map((order) => order.clientOrderId),
      orders.map((order) => order.bodySha256),
      orders.map((order) => order.book),
      orders.map((order) => order.productId),
      orders.map((order) => order.direction),
      orders.map((order) => order.durationSeconds),
      orders.map((order) => order.stakeMicros),
      orders.map((order) => order.ruleVersion),
      orders.map((order) => order.spanFromMs),
      orders.map((order) => order.spanToMs),
      orders.map((order) => order.calendarVersion),
      isClockOff,
      isHalted,
    ],
  )
  return answers.sort((a, b) => a.ord - b.ord)
}
