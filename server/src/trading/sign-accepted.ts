import { assert, ensure } from '@truestrike/core/assert.ts'
import type { FeedSource } from '@truestrike/core/log-entry.ts'
import type { ReceiptJson } from '@truestrike/protocol/proof-endpoints.ts'
import type { PlaceOrder } from '@truestrike/protocol/trade-endpoints.ts'
import type { SignedBatch } from '../market/signed-batch.ts'
import { AppError } from '../platform/app-error.ts'
import type { PlacedRow } from './acceptance.store.ts'
import type { AcceptedOrder } from './acceptance-receipt.ts'
import type { AcceptancesService } from './acceptances.service.ts'
import type { GameRulesService } from './game-rules.service.ts'
import type { GameRuleRow } from './game-rules.store.ts'
import type { PlacingAnswer } from './placing.store.ts'
import type { ProductLookup, TradedProduct } from './traded-product.ts'

export interface Order {
  userId: bigint
  body: PlaceOrder
  stakeMicros: bigint
  bodySha256: Uint8Array
  /** When it came, of the monotonic clock, ms. */
  receivedMs: number
}

/** `undefined`: to be asked again alone. An error: the answer. */
export type Attempt = PlacingAnswer | AppError | undefined

export interface PlacedContract {
  row: PlacedRow
  /** What the site signed of it. */
  receipt: ReceiptJson
  /** It was accepted by an earlier call with the same id and body. */
  replayed: boolean
}

interface Parts {
  products: ProductLookup
  rules: Pick<GameRulesService, 'getRules'>
  acceptances: Pick<AcceptancesService, 'sign'>
}

/** Signs the orders one call has accepted, from what is known already: no reading on the way to the answer. By place of the order. */
export async function signAccepted(
  parts: Parts,
  orders: readonly Order[],
  attempts: readonly Attempt[],
): Promise<{ batch: SignedBatch | null; placed: readonly (PlacedContract | undefined)[] }> {
  const places = [...attempts.keys()].filter((at) => isNew(attempts[at]))
  if (places.length === 0) return { batch: null, placed: [] }
  const answerAt = (at: number): PlacingAnswer => attempts[at] as PlacingAnswer
  places.sort((a, b) => (ensure(answerAt(a).contractId) < ensure(answerAt(b).contractId) ? -1 : 1))
  const rules = await parts.rules.getRules(places.map((at) => ensure(answerAt(at).ruleId)))
  const accepted = places.map((at) => acceptedOrder(parts, rules, ensure(orders[at]), answerAt(at)))
  const { batch, receipts } = parts.acceptances.sign(accepted)
  const placed: (PlacedContract | undefined)[] = new Array(orders.length)
  for (const [index, at] of places.entries())
    placed[at] = { row: ensure(accepted[index]).row, receipt: ensure(receipts[index]), replayed: false }
  return { batch, placed }
}

function isNew(attempt: Attempt): boolean {
  return attempt !== undefined && !(attempt instanceof AppError) && attempt.code === null && !attempt.replayed
}

function acceptedOrder(
  { products }: Parts,
  rules: ReadonlyMap<bigint, GameRuleRow>,
  order: Order,
  answer: PlacingAnswer,
): AcceptedOrder {
  const product = ensure(products.find(order.body.symbol))
  assert(product.version === answer.productVersion, 'the product is known in another version')
  const rule = ensure(rules.get(ensure(answer.ruleId)))
  return { row: newRow(order, answer, product, rule), rule }
}

/**
 * The new row from what is known already: no second reading on the way to the answer. Written out as one literal: begun
 * with a spread, each further property would move the object, 18 kB of garbage an order.
 */
function newRow(
  { userId, body, stakeMicros, bodySha256 }: Order,
  answer: PlacingAnswer,
  product: TradedProduct,
  rule: GameRuleRow,
): PlacedRow {
  return {
    id: ensure(answer.contractId),
    userId,
    clientOrderId: body.clientOrderId,
    book: body.book,
    productId: product.id,
    symbol: product.symbol,
    precision: product.precision,
    source: ensure(answer.source) as FeedSource,
    direction: body.direction,
    stakeMicros,
    ruleVersion: rule.version,
    ruleHash: rule.hash,
    durationSeconds: rule.durationSeconds,
    payoutBps: rule.payoutBps,
    windowMs: rule.windowMs,
    openingDelayMs: rule.openingDelayMs,
    openTimeoutMs: rule.openTimeoutMs,
    maxGapMs: rule.maxGapMs,
    openAfterSeq: ensure(answer.openAfterSeq),
    acceptedAtMs: answer.acceptedAtMs,
    expiresAtMs: answer.expiresAtMs,
    state: 'opening',
    result: null,
    cancelReason: null,
    openingPrice: null,
    openingTimeMs: null,
    openingSeq: null,
    closingPrice: null,
    closingTimeMs: null,
    profitMicros: null,
    settledAtMs: null,
    productVersion: product.version,
    bodySha256,
  }
}
