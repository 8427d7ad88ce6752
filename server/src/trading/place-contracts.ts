import { ensure } from '@truestrike/core/assert.ts'
import type { FeedSource } from '@truestrike/core/log-entry.ts'
import type { PlaceOrder } from '@truestrike/protocol/trade-endpoints.ts'
import { AppError } from '../platform/app-error.ts'
import { type Clock, isClockOff } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { DbError } from '../platform/db-error.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { createMicroBatcher, type Outcome } from '../platform/micro-batcher.ts'
import type { ContractRow } from './contract-row.ts'
import { listContractsById } from './contracts.store.ts'
import type { GameRulesService } from './game-rules.service.ts'
import type { GameRuleRow } from './game-rules.store.ts'
import { orderBodySha256, stakeOf } from './order-body.ts'
import { ORDERS_PER_BATCH_MAX, type OrderToPlace, type PlacingAnswer, placeOrders } from './placing.store.ts'
import type { ProductLookup, TradedProduct } from './traded-product.ts'
import type { TradingHalt } from './trading-halt.ts'

/** Orders that may wait for a batch; one more is refused with 503. About a quarter of a second of work. */
const ORDERS_WAITING_MAX = 4_096
/** How often one order is put to the database again: contended limits, deadlocks, a changed calendar. */
const TRIES_ALONE_MAX = 4

export interface PlacedContract {
  row: ContractRow
  /** It was accepted by an earlier call with the same id and body. */
  replayed: boolean
}

interface Parts {
  db: Db
  clock: Clock
  log: Log
  metrics: Pick<Metrics, 'orderAnswered' | 'orderBatchFlushed' | 'trackQueue'>
  products: ProductLookup
  rules: Pick<GameRulesService, 'getRules'>
  halt: TradingHalt
  /** Told of new contracts after they are durable. */
  onPlaced(rows: readonly ContractRow[]): void
}

interface Order {
  userId: bigint
  body: PlaceOrder
  stakeMicros: bigint
  bodySha256: Uint8Array
}

export function createPlaceContracts(parts: Parts) {
  const { metrics } = parts
  const batcher = createMicroBatcher<Order, PlacedContract>({
    batchMax: ORDERS_PER_BATCH_MAX,
    waitingMax: ORDERS_WAITING_MAX,
    keyOf: (order) => order.userId,
    run: (orders) => {
      metrics.orderBatchFlushed(orders.length)
      return placeBatch(parts, orders)
    },
    refuse: () => new AppError('SERVICE_UNAVAILABLE', undefined, 1),
  })
  metrics.trackQueue('orders', () => batcher.waiting)

  return {
    /** Durable when it resolves. Throws `AppError` with the code of the refusal, or `OUTCOME_UNKNOWN`. */
    async place(userId: bigint, body: PlaceOrder): Promise<PlacedContract> {
      const startedMs = performance.now()
      try {
        const stakeMicros = stakeOf(body)
        const order = { userId, body, stakeMicros, bodySha256: orderBodySha256(body, stakeMicros) }
        const placed = await batcher.submit(order)
        metrics.orderAnswered('accepted', performance.now() - startedMs)
        return placed
      } catch (error) {
        metrics.orderAnswered(
          error instanceof AppError ? error.code : 'SERVER_ERROR',
          performance.now() - startedMs,
        )
        throw error
      }
    },
    /** Answers what waits and takes nothing new. */
    drain: () => batcher.drain(),
  }
}

type Placed = Outcome<PlacedContract>

async function placeBatch(parts: Parts, orders: Order[]): Promise<Placed[]> {
  const answers = await tryOnce(parts, orders)
  for (const [at, order] of orders.entries()) {
    if (isUnanswered(answers[at])) answers[at] = await placeAlone(parts, order)
  }
  const rules = await rulesOf(parts, answers)
  const outcomes = await Promise.all(orders.map((order, at) => toOutcome(parts, rules, order, answers[at])))
  announce(parts, outcomes)
  return outcomes
}

/** `undefined`: to be asked again alone. An error: the answer. */
type Attempt = PlacingAnswer | AppError | undefined

const isUnanswered = (attempt: Attempt): boolean =>
  attempt === undefined || (!(attempt instanceof AppError) && attempt.code === 'RETRY_ALONE')

/** One call. A batch the database refused as a whole was rolled back: its orders are asked one by one. */
async function tryOnce(parts: Parts, orders: readonly Order[]): Promise<Attempt[]> {
  try {
    return await placeOrders(
      parts.db,
      orders.map((order) => toStore(parts, order)),
      { isClockOff: isClockOff(parts.clock.offsetMs()), isHalted: parts.halt.reason !== null },
    )
  } catch (error) {
    if (!(error instanceof DbError) || CONNECTION_LOST.test(error.code)) {
      parts.log.error({ err: error, orders: orders.length }, 'the result of a batch of orders is unknown')
      return orders.map(() => new AppError('OUTCOME_UNKNOWN', undefined, 1))
    }
    if (orders.length > 1) parts.log.warn({ err: error, orders: orders.length }, 'a batch of orders is split')
    else if (BROKEN_BALANCE.test(error.table ?? ''))
      parts.halt.halt('a balance would have been overdrawn', error)
    else parts.log.warn({ err: error }, 'an order is tried again')
    return orders.map(() => undefined)
  }
}

/** SQLSTATE classes with which the server ends a connection: the commit may have happened. */
const CONNECTION_LOST = /^(08|57P)/
const BROKEN_BALANCE = /^(user_balances|system_balances)$/

async function placeAlone(parts: Parts, order: Order): Promise<Attempt> {
  for (let tries = 0; tries < TRIES_ALONE_MAX; tries += 1) {
    const [attempt] = await tryOnce(parts, [order])
    if (!isUnanswered(attempt)) return attempt
    if (attempt !== undefined) await parts.products.refresh()
  }
  return new AppError('SERVICE_UNAVAILABLE', undefined, 1)
}

function toStore({ products, clock }: Parts, { userId, body, stakeMicros, bodySha256 }: Order): OrderToPlace {
  const product = products.find(body.symbol)
  const span = product?.openSpanAt(clock.nowMs()) ?? null
  return {
    userId,
    clientOrderId: body.clientOrderId,
    bodySha256,
    book: body.book,
    productId: product?.id ?? 0,
    direction: body.direction,
    durationSeconds: body.durationSeconds,
    stakeMicros,
    ruleVersion: body.ruleVersion,
    spanFromMs: span?.fromMs ?? 1,
    spanToMs: span?.toMs ?? 0,
    calendarVersion: product?.calendarVersion ?? 0,
  }
}

/** The rules under which orders of a batch were accepted; none when they cannot be read now. */
async function rulesOf(parts: Parts, answers: readonly Attempt[]): Promise<Map<bigint, GameRuleRow>> {
  const ids = answers.flatMap((answer) =>
    answer === undefined || answer instanceof AppError || answer.ruleId === null ? [] : [answer.ruleId],
  )
  try {
    return await parts.rules.getRules(ids)
  } catch (error) {
    parts.log.error({ err: error }, 'accepted contracts could not be described')
    return new Map()
  }
}

/** Waits only for a contract accepted earlier, which is read anew. */
function toOutcome(
  parts: Parts,
  rules: ReadonlyMap<bigint, GameRuleRow>,
  order: Order,
  answer: Attempt,
): Placed | Promise<Placed> {
  if (answer instanceof AppError) return { ok: false, error: answer }
  if (answer === undefined || answer.code === 'RETRY_ALONE')
    return { ok: false, error: new AppError('SERVICE_UNAVAILABLE') }
  if (answer.code !== null) return { ok: false, error: new AppError(answer.code) }
  const id = ensure(answer.contractId)
  if (answer.replayed) return readAgain(parts, id)
  const rule = rules.get(ensure(answer.ruleId))
  const product = parts.products.find(order.body.symbol)
  if (rule === undefined || product === undefined) return { ok: false, error: acceptedUnseen() }
  return { ok: true, value: { row: newRow(order, answer, id, product, rule), replayed: false } }
}

async function readAgain(parts: Parts, id: bigint): Promise<Placed> {
  try {
    const [row] = await listContractsById(parts.db, [id])
    return { ok: true, value: { row: ensure(row), replayed: true } }
  } catch (error) {
    parts.log.error({ err: error }, 'an accepted contract could not be read')
    return { ok: false, error: acceptedUnseen() }
  }
}

/** The contract is durable and cannot be shown: nothing may say that there is none. The same id brings it. */
const acceptedUnseen = (): AppError => new AppError('OUTCOME_UNKNOWN', undefined, 1)

/**
 * The new row from what is known already: no second reading on the way to the answer. Written out as one literal: begun
 * with a spread, each further property would move the object, 18 kB of garbage an order.
 */
function newRow(
  { userId, body, stakeMicros }: Order,
  answer: PlacingAnswer,
  id: bigint,
  product: TradedProduct,
  rule: GameRuleRow,
): ContractRow {
  return {
    id,
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
  }
}

function announce(parts: Parts, outcomes: readonly Placed[]): void {
  const rows = outcomes.flatMap((outcome) =>
    outcome.ok && !outcome.value.replayed ? [outcome.value.row] : [],
  )
  if (rows.length > 0) parts.onPlaced(rows)
}
