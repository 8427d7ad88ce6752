import { ensure } from '@truestrike/core/assert.ts'
import type { PlaceOrder } from '@truestrike/protocol/trade-endpoints.ts'
import type { SignedBatch } from '../market/signed-batch.ts'
import { AppError } from '../platform/app-error.ts'
import { type Clock, isClockOff } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { DbError } from '../platform/db-error.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { createMicroBatcher, type Outcome } from '../platform/micro-batcher.ts'
import type { PlacedRow } from './acceptance.store.ts'
import { toReceiptJson } from './acceptance-receipt.ts'
import type { AcceptancesService } from './acceptances.service.ts'
import type { GameRulesService } from './game-rules.service.ts'
import { orderBodySha256, stakeOf } from './order-body.ts'
import { ORDERS_PER_BATCH_MAX, type OrderToPlace, type PlacingAnswer, placeOrders } from './placing.store.ts'
import { type Attempt, type Order, type PlacedContract, signAccepted } from './sign-accepted.ts'
import type { ProductLookup } from './traded-product.ts'
import type { TradingHalt } from './trading-halt.ts'

/** Orders that may wait for a batch; one more is refused with 503. About a quarter of a second of work. */
const ORDERS_WAITING_MAX = 4_096
/**
 * An order that has come longer ago, ms, is not put to the database any more: with the longest statement it is decided
 * within `ORDER_DECIDED_WITHIN_MS`, or not at all.
 */
export const ORDER_PUT_WITHIN_MS = 15_000
/** How often one order is put to the database again: contended limits, deadlocks, a changed calendar. */
const TRIES_ALONE_MAX = 4

interface Parts {
  db: Db
  clock: Clock
  log: Log
  metrics: Pick<Metrics, 'orderAnswered' | 'orderBatchFlushed' | 'trackQueue'>
  products: ProductLookup
  rules: Pick<GameRulesService, 'getRules'>
  halt: TradingHalt
  acceptances: Pick<AcceptancesService, 'canSign' | 'sign' | 'find'>
  /** Told of new contracts after they are durable. */
  onPlaced(rows: readonly PlacedRow[]): void
  /** Told of each signed batch at once: its root has to be in the log before the opening prices. */
  onSigned(batch: SignedBatch): void
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
        const bodySha256 = orderBodySha256(body, stakeMicros)
        const order = { userId, body, stakeMicros, bodySha256, receivedMs: startedMs }
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
  const attempts = await tryOnce(parts, orders)
  const outcomes = await outcomesOf(parts, orders, attempts)
  for (const [at, order] of orders.entries()) {
    if (isUnanswered(attempts[at])) outcomes[at] = await placeAlone(parts, order)
  }
  announce(parts, outcomes)
  return outcomes
}

const isUnanswered = (attempt: Attempt): boolean =>
  attempt === undefined || (!(attempt instanceof AppError) && attempt.code === 'RETRY_ALONE')

/**
 * One call. A batch the database refused as a whole was rolled back: its orders are asked one by one, as are those of
 * products whose prices count as fresh and of others.
 */
async function tryOnce(parts: Parts, orders: readonly Order[]): Promise<Attempt[]> {
  if (orders.some(isTooLate)) return await tryPunctual(parts, orders)
  const canSign = parts.acceptances.canSign(parts.clock.nowMs())
  if (!canSign) {
    parts.log.error(
      { orders: orders.length },
      'orders are refused: there is no private key to sign them with',
    )
  }
  const [isOff = false, ...others] = new Set(orders.map(({ body }) => isPriceClockOff(parts, body.symbol)))
  if (others.length > 0) return orders.map(() => undefined)
  try {
    // Without a key nothing is accepted, as if trading were halted; what was accepted before is answered all the same.
    const answers = await placeOrders(
      parts.db,
      orders.map((order) => toStore(parts, order)),
      { isClockOff: isOff, isHalted: parts.halt.reason !== null || !canSign },
    )
    return canSign ? answers : answers.map(keylessAnswer)
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

const isTooLate = ({ receivedMs }: Order): boolean => performance.now() - receivedMs > ORDER_PUT_WITHIN_MS

/** Refuses what has waited too long; nobody has looked whether it was accepted before. */
async function tryPunctual(parts: Parts, orders: readonly Order[]): Promise<Attempt[]> {
  const late = new Set(orders.filter(isTooLate))
  parts.log.warn({ orders: late.size }, 'orders are refused: they have waited too long')
  const punctual = orders.filter((order) => !late.has(order))
  const attempts = punctual.length === 0 ? [] : await tryOnce(parts, punctual)
  return orders.map((order) =>
    late.has(order) ? new AppError('SERVICE_UNAVAILABLE', undefined, 1) : attempts[punctual.indexOf(order)],
  )
}

const keylessAnswer = (answer: PlacingAnswer): Attempt =>
  answer.code === 'TRADING_HALTED' ? new AppError('SERVICE_UNAVAILABLE', undefined, 1) : answer

/** Our clock, or that of whoever writes the product's prices. */
function isPriceClockOff({ products, clock }: Parts, symbol: string): boolean {
  return isClockOff(clock.offsetMs()) || products.find(symbol)?.isWriterClockOff === true
}

/** SQLSTATE classes with which the server ends a connection: the commit may have happened. */
const CONNECTION_LOST = /^(08|57P)/
const BROKEN_BALANCE = /^(user_balances|system_balances)$/

async function placeAlone(parts: Parts, order: Order): Promise<Placed> {
  for (let tries = 0; tries < TRIES_ALONE_MAX; tries += 1) {
    const attempts = await tryOnce(parts, [order])
    const [attempt] = attempts
    if (!isUnanswered(attempt)) return ensure((await outcomesOf(parts, [order], attempts))[0])
    if (attempt !== undefined) await parts.products.refresh()
  }
  return { ok: false, error: new AppError('SERVICE_UNAVAILABLE', undefined, 1) }
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

/** Of the orders of one call: those it accepted are one batch. */
async function outcomesOf(
  parts: Parts,
  orders: readonly Order[],
  attempts: readonly Attempt[],
): Promise<Placed[]> {
  const signed = await signedAccepted(parts, orders, attempts)
  return await Promise.all(orders.map((order, at) => toOutcome(parts, order, attempts[at], signed[at])))
}

/** By place of the order, what was accepted now. None when it cannot be said without the database. */
async function signedAccepted(
  parts: Parts,
  orders: readonly Order[],
  attempts: readonly Attempt[],
): Promise<readonly (PlacedContract | undefined)[]> {
  try {
    const { batch, placed } = await signAccepted(parts, orders, attempts)
    if (batch !== null) parts.onSigned(batch)
    return placed
  } catch (error) {
    parts.log.error({ err: error }, 'accepted contracts could not be described from memory')
    return []
  }
}

/** Waits only for a contract that is not known from this call, which is read. */
function toOutcome(
  parts: Parts,
  { userId }: Order,
  attempt: Attempt,
  placed: PlacedContract | undefined,
): Placed | Promise<Placed> {
  if (placed !== undefined) return { ok: true, value: placed }
  if (attempt instanceof AppError) return { ok: false, error: attempt }
  if (attempt === undefined || attempt.code === 'RETRY_ALONE')
    return { ok: false, error: new AppError('SERVICE_UNAVAILABLE') }
  if (attempt.code !== null) return { ok: false, error: new AppError(attempt.code) }
  return readAgain(parts, userId, attempt)
}

async function readAgain(
  { acceptances, log }: Parts,
  userId: bigint,
  { contractId, replayed }: PlacingAnswer,
): Promise<Placed> {
  try {
    const { row, receipt } = ensure(await acceptances.find(userId, ensure(contractId)))
    return { ok: true, value: { row, receipt: toReceiptJson({ kind: 'acceptance', ...receipt }), replayed } }
  } catch (error) {
    log.error({ err: error }, 'an accepted contract could not be read')
    return { ok: false, error: acceptedUnseen() }
  }
}

/** The contract is durable and cannot be shown: nothing may say that there is none. The same id brings it. */
const acceptedUnseen = (): AppError => new AppError('OUTCOME_UNKNOWN', undefined, 1)

function announce(parts: Parts, outcomes: readonly Placed[]): void {
  const rows = outcomes.flatMap((outcome) =>
    outcome.ok && !outcome.value.replayed ? [outcome.value.row] : [],
  )
  if (rows.length > 0) parts.onPlaced(rows)
}
