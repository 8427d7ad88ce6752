import type { FrozenContract } from '@truestrike/core/frozen-contract.ts'
import type { FeedSource } from '@truestrike/core/log-entry.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import { formatPrice } from '@truestrike/core/price.ts'
import { orderNumberOf } from '@truestrike/protocol/order-number.ts'
import type { CancelReason, Contract, ContractResult } from '@truestrike/protocol/trade-endpoints.ts'
import { numberOrNull } from '../platform/number-or-null.ts'
import { hashText } from './hash-text.ts'

/** A row of `contracts` as the store reads it. Times are ms of the service clock, prices integers at `precision`. */
export interface ContractRow {
  id: bigint
  userId: bigint
  clientOrderId: string
  book: 'demo' | 'real'
  productId: number
  symbol: string
  precision: number
  source: FeedSource
  direction: 'up' | 'down'
  stakeMicros: bigint
  ruleVersion: number
  ruleHash: Uint8Array
  durationSeconds: number
  payoutBps: number
  windowMs: number
  openingDelayMs: number
  openTimeoutMs: number
  maxGapMs: number
  openAfterSeq: bigint
  acceptedAtMs: bigint
  expiresAtMs: bigint
  state: 'opening' | 'running' | 'completed' | 'cancelled'
  result: ContractResult | null
  cancelReason: CancelReason | null
  openingPrice: bigint | null
  openingTimeMs: bigint | null
  openingSeq: bigint | null
  closingPrice: bigint | null
  closingTimeMs: bigint | null
  profitMicros: bigint | null
  settledAtMs: bigint | null
}

/** Column list that reads a `ContractRow`. */
export const CONTRACT_COLUMNS = `id, user_id as "userId", client_order_id as "clientOrderId", book, product_id as "productId",
  symbol, "precision", source, direction, stake_micros as "stakeMicros", rule_version as "ruleVersion",
  rule_hash as "ruleHash", duration_seconds as "durationSeconds", payout_bps as "payoutBps", window_ms as "windowMs",
  opening_delay_ms as "openingDelayMs", open_timeout_ms as "openTimeoutMs", max_gap_ms as "maxGapMs",
  open_after_seq as "openAfterSeq", accepted_at_ms as "acceptedAtMs", expires_at_ms as "expiresAtMs", state, result,
  cancel_reason as "cancelReason", opening_price as "openingPrice", opening_time_ms as "openingTimeMs",
  opening_seq as "openingSeq", closing_price as "closingPrice", closing_time_ms as "closingTimeMs",
  profit_micros as "profitMicros", settled_at_ms as "settledAtMs"`

/** What decides the outcome, in the form core takes. */
export function toFrozenContract(row: ContractRow): FrozenContract {
  return {
    direction: row.direction,
    stakeMicros: row.stakeMicros,
    payoutBps: row.payoutBps,
    windowMs: row.windowMs,
    openingDelayMs: row.openingDelayMs,
    openTimeoutMs: row.openTimeoutMs,
    maxGapMs: row.maxGapMs,
    openAfterSeq: Number(row.openAfterSeq),
    acceptedAtMs: Number(row.acceptedAtMs),
    expiresAtMs: Number(row.expiresAtMs),
    source: row.source,
  }
}

/** Wire form. An open contract whose time is over reads `settling`. */
export function toWireContract(row: ContractRow, nowMs: number): Contract {
  const open = row.state === 'opening' || row.state === 'running'
  const price = (value: bigint | null): string | null =>
    value === null ? null : formatPrice(value, row.precision)
  return {
    id: row.id.toString(),
    orderNo: orderNumberOf(row.id),
    clientOrderId: row.clientOrderId,
    book: row.book,
    symbol: row.symbol,
    direction: row.direction,
    stake: formatMicros(row.stakeMicros),
    payoutBps: row.payoutBps,
    durationSeconds: row.durationSeconds,
    windowMs: row.windowMs,
    openingDelayMs: row.openingDelayMs,
    openTimeoutMs: row.openTimeoutMs,
    maxGapMs: row.maxGapMs,
    ruleVersion: row.ruleVersion,
    ruleHash: hashText(row.ruleHash),
    source: row.source,
    openAfterSeq: Number(row.openAfterSeq),
    acceptedAtMs: Number(row.acceptedAtMs),
    expiresAtMs: Number(row.expiresAtMs),
    state: open && Number(row.expiresAtMs) <= nowMs ? 'settling' : row.state,
    result: row.result,
    cancelReason: row.cancelReason,
    openingPrice: price(row.openingPrice),
    openingTimeMs: numberOrNull(row.openingTimeMs),
    openingSeq: numberOrNull(row.openingSeq),
    closingPrice: price(row.closingPrice),
    closingTimeMs: numberOrNull(row.closingTimeMs),
    profit: row.profitMicros === null ? null : formatMicros(row.profitMicros),
    settledAtMs: numberOrNull(row.settledAtMs),
  }
}
