import { formatPrice } from '@truestrike/core/price.ts'
import type { MarketModule } from '../market/market.module.ts'
import { ENTRIES_SUBJECT, type MarketEntries } from '../market/market-entries.ts'
import { readEntries } from '../market/read-log.ts'
import type { NoticesService } from '../notifications/notices.service.ts'
import type { Bus } from '../platform/bus.ts'
import type { Cancel, Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import { AlertLane } from './alert-lane.ts'
import {
  listNearest,
  listProgress,
  listUnwatched,
  markWatched,
  putProgress,
  type ReachedTick,
  takeReached,
} from './alerts.store.ts'

/** Real time between two looks for alerts that were set, and for products that came or went. */
const SWEEP_EVERY_MS = 1_000
/** Real time: whoever takes a product over looks at so much of its log once more, at most. */
const PROGRESS_EVERY_MS = 10_000
const TAKEN_AT_ONCE_MAX = 1_000
const ENTRIES_PER_READ = 5_000

export interface AlertWatchParts {
  db: Db
  bus: Bus
  clock: Clock
  log: Log
  notices: Pick<NoticesService, 'add'>
  market: {
    products: MarketModule['products']
    engine: Pick<MarketModule['engine'], 'owns'>
  }
}

type Lanes = Map<number, AlertLane>

/**
 * Holds the durable ticks of this engine's products against what users wait for. A tick costs two comparisons; the database
 * is asked when one is reached. An alert is taken away in the transaction of its notice, so that it is told once whoever takes
 * it, however often. What an engine had not looked at when it died, the next one does.
 */
export function createAlertWatch(parts: AlertWatchParts) {
  const { bus, clock, log, market } = parts
  const lanes: Lanes = new Map()
  addAlertLanes(lanes, market)
  const cancels: Cancel[] = []
  let turn: Promise<void> = Promise.resolve()

  /** One piece of work at a time. What fails is taken over anew by the next sweep. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    turn = turn.then(work).catch((error: unknown) => {
      log.error({ err: error }, 'price alerts could not be watched and will be looked at again')
      for (const lane of lanes.values()) lane.watching = false
    })
    return turn
  }
  const onEntries = (payload: unknown): void => {
    const { productId, ticks } = payload as MarketEntries
    const lane = lanes.get(productId)
    lane?.see(ticks)
    if (lane?.watching === true && lane.hits.length > 0) void inTurn(() => tellReached(parts, lanes, lane))
  }

  return {
    async start(): Promise<void> {
      cancels.push(bus.subscribe(`${ENTRIES_SUBJECT}.*`, onEntries))
      await inTurn(() => sweep(parts, lanes))
      cancels.push(
        clock.every(SWEEP_EVERY_MS, () => inTurn(() => sweep(parts, lanes))),
        clock.every(PROGRESS_EVERY_MS, () => inTurn(() => keepProgress(parts.db, lanes))),
      )
    },

    /** Resolves when nothing is under way: for tests and a graceful end. */
    idle: () => turn,

    async stop(): Promise<void> {
      for (const cancel of cancels.splice(0)) cancel()
      await turn
    },
  }
}

const idsOf = (lanes: readonly AlertLane[]): number[] => lanes.map(({ productId }) => productId)

async function loadNearest(db: Db, lanes: Lanes, productIds: readonly number[]): Promise<void> {
  for (const row of await listNearest(db, productIds)) lanes.get(row.productId)?.await(row)
}

/** Products come under way. */
function addAlertLanes(lanes: Lanes, { products }: Pick<AlertWatchParts['market'], 'products'>): void {
  for (const product of products.values())
    if (!lanes.has(product.record.id)) lanes.set(product.record.id, new AlertLane(product))
}

/** Takes products over, and looks back for alerts that were set since. */
async function sweep(parts: AlertWatchParts, lanes: Lanes): Promise<void> {
  const { db, market } = parts
  addAlertLanes(lanes, market)
  const owned = [...lanes.values()].filter((lane) => market.engine.owns(lane.productId))
  for (const lane of lanes.values()) if (!owned.includes(lane)) lane.watching = false
  const taken = owned.filter(({ watching }) => !watching)
  const unwatched = await listUnwatched(db, idsOf(owned), TAKEN_AT_ONCE_MAX)
  if (taken.length === 0 && unwatched.length === 0) return
  const progress = await listProgress(db, idsOf(taken))
  // After the alerts above: it knows all of them.
  await loadNearest(db, lanes, idsOf(owned))
  for (const lane of taken) lane.begin()
  const starts = [
    ...progress.map(({ productId, throughSeq }) => ({ productId, seq: Number(throughSeq) })),
    ...unwatched.map(({ productId, afterSeq }) => ({ productId, seq: Number(afterSeq) })),
  ]
  for (const lane of owned) {
    const seqs = starts.filter(({ productId }) => productId === lane.productId).map(({ seq }) => seq)
    if (seqs.length === 0) continue
    lane.hits.push(...(await lookBack(db, lane, Math.min(...seqs))))
    await tellReached(parts, lanes, lane)
  }
  const looked = unwatched.filter(({ productId }) => lanes.get(productId)?.watching === true)
  if (looked.length > 0)
    await markWatched(
      db,
      looked.map(({ id }) => id),
    )
}

async function keepProgress(db: Db, lanes: Lanes): Promise<void> {
  const known = [...lanes.values()].filter(
    ({ watching, isAwaited, hits }) => watching && isAwaited && hits.length === 0,
  )
  const progress = known.map(({ productId, seenSeq }) => ({ productId, throughSeq: seenSeq }))
  if (progress.length > 0) await putProgress(db, progress)
}

/** Tells of all that the lane's ticks have reached, and keeps none of these. */
async function tellReached(parts: AlertWatchParts, lanes: Lanes, lane: AlertLane): Promise<void> {
  while (lane.hits.length > 0) {
    const ticks = [...lane.hits]
    while ((await tellSome(parts, lane, ticks)) === TAKEN_AT_ONCE_MAX);
    await loadNearest(parts.db, lanes, [lane.productId])
    lane.hits = lane.hits.slice(ticks.length).filter(({ price }) => lane.reaches(price))
  }
}

/** In one transaction; answers how many. */
function tellSome(
  { db, clock, notices }: AlertWatchParts,
  { productId, product }: AlertLane,
  ticks: readonly ReachedTick[],
): Promise<number> {
  const { symbol, precision } = product.record
  return db.tx(async (sql) => {
    const reached = await takeReached(sql, productId, ticks, TAKEN_AT_ONCE_MAX)
    const told = reached.map(({ id, userId, direction, price, reachedPrice }) => ({
      ...({ userId, type: 'trade', kind: 'price-alert', priority: 'high' } as const),
      data: {
        ...{ symbol, direction, price: formatPrice(reachedPrice, precision) },
        ...{ target: formatPrice(price, precision), ref: `alert:${id}` },
      },
    }))
    if (told.length > 0) await notices.add(sql, told, clock.nowMs())
    return reached.length
  })
}

/** Ticks after a seq that reach what is awaited: from memory, else from the log. */
async function lookBack(db: Db, lane: AlertLane, afterSeq: number): Promise<ReachedTick[]> {
  const found = (lane.product.ticksAfter(afterSeq)?.map((item) => lane.tickOf(item)) ??
    (await readTicks(db, lane.productId, afterSeq))) satisfies ReachedTick[]
  return found.filter(({ price }) => lane.reaches(price))
}

async function readTicks(db: Db, productId: number, afterSeq: number): Promise<ReachedTick[]> {
  const ticks: ReachedTick[] = []
  for (let fromSeq = afterSeq + 1; ; ) {
    const entries = await readEntries(db, productId, { fromSeq, limit: ENTRIES_PER_READ })
    for (const entry of entries) if (entry.kind === 'tick') ticks.push(entry)
    const last = entries.at(-1)
    if (last === undefined || entries.length < ENTRIES_PER_READ) return ticks
    fromSeq = last.seq + 1
  }
}
