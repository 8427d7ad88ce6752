import { ensure } from '@truestrike/core/assert.ts'
import { applyTick, type Candle } from '@truestrike/core/candles.ts'
import type { Db } from '../platform/db.ts'
import type { Feed, RawTick } from './feed.ts'
import { insertSimDays, listLatestSimDays, type SimDay } from './sim-days.store.ts'
import { simulatedHistory } from './simulated-history.ts'
import {
  CHUNK_SLOTS,
  carryOver,
  DAY_MS,
  DayPath,
  type PathState,
  type PathTick,
  priceUnitsOf,
  SLOT_MS,
  SLOTS_PER_DAY,
  startState,
} from './simulated-path.ts'
import { profileOf, type SimulatedProfile } from './simulated-profile.ts'
import { commitmentOf, daySeed, FeedSeedError, historyBytes, keystreamOf } from './simulated-seed.ts'

/** Slots walked before the event loop gets its turn: about 2 ms. */
const SLOTS_PER_TURN = 6 * CHUNK_SLOTS
/** After a stop of this process (a sleeping laptop) older ticks are left out: a gap, as it was. */
const CATCH_UP_MAX_MS = 60_000

interface SimulatedProduct {
  id: number
  symbol: string
  category: 'crypto' | 'forex'
  /** Where the path starts on the very first day, in units of the precision. */
  referenceUnits: number
  /** Whether the market is open at a time. */
  isOpen(timeMs: number): boolean
}

interface Runner {
  product: SimulatedProduct
  profile: SimulatedProfile
  day: number
  path: DayPath
}

export interface SimulatedFeedOptions {
  db: Db
  master: Uint8Array
  /** What the operator is told to mend when it is not the master this database began with. */
  masterFrom: string
  products: readonly SimulatedProduct[]
  nowMs: () => number
  /** A day's row that could not be stored yet; it is tried again with the next day. */
  onError: (error: unknown) => void
}

/** The simulated feed: see simulated-path.ts for the prices, simulated-seed.ts for the seeds. */
export function createSimulatedFeed(options: SimulatedFeedOptions): Feed {
  const runners: Runner[] = []
  let unsavedDays: SimDay[] = []
  let polledMs = 0

  const newRunner = (product: SimulatedProduct, day: number, start: PathState): Runner => {
    const profile = profileOf(product.symbol, product.category)
    const seed = daySeed(options.master, product.symbol, day)
    return { product, profile, day, path: new DayPath(profile, start, keystreamOf(seed)) }
  }
  const dayRow = (product: SimulatedProduct, day: number, start: PathState): SimDay => ({
    productId: product.id,
    day,
    commitment: commitmentOf(daySeed(options.master, product.symbol, day)),
    start,
  })
  const saveDays = async (): Promise<void> => {
    const days = unsavedDays
    try {
      await insertSimDays(options.db, days)
      unsavedDays = unsavedDays.slice(days.length)
    } catch (error) {
      options.onError(error)
    }
  }

  return {
    source: 'simulated',
    async start() {
      const nowMs = options.nowMs()
      const today = Math.floor(nowMs / DAY_MS)
      const latest = await readDays(options, today)
      const days: SimDay[] = []
      for (const product of options.products) {
        const start = await startOfDay({ product, today, latest: latest.get(product.id), newRunner })
        days.push(dayRow(product, today, start))
        const runner = newRunner(product, today, start)
        await walkTo(runner.path, Math.floor((nowMs % DAY_MS) / SLOT_MS))
        runners.push(runner)
      }
      await beginDays(options, today, days)
      polledMs = nowMs
    },
    poll(beforeMs) {
      const fromMs = Math.max(polledMs, beforeMs - CATCH_UP_MAX_MS)
      polledMs = Math.max(polledMs, beforeMs)
      const ticks: RawTick[] = []
      let rolledOver = false
      for (const runner of runners) {
        while (runner.day < Math.floor(beforeMs / DAY_MS)) {
          emit(runner, SLOTS_PER_DAY, fromMs, ticks)
          const start = carryOver(runner.path.state())
          const next = newRunner(runner.product, runner.day + 1, start)
          unsavedDays.push(dayRow(runner.product, next.day, start))
          runner.day = next.day
          runner.path = next.path
          rolledOver = true
        }
        emit(runner, Math.floor((beforeMs - runner.day * DAY_MS) / SLOT_MS), fromMs, ticks)
      }
      if (rolledOver) void saveDays()
      return { ticks, waiting: false }
    },
    async *history(productId, joinMs) {
      const product = ensure(options.products.find(({ id }) => id === productId))
      const day = Math.floor(joinMs / DAY_MS)
      const stored = (await listLatestSimDays(options.db, day)).find((row) => row.productId === productId)
      const start = stored?.day === day ? stored.start : startState(product.referenceUnits)
      const { path, profile } = newRunner(product, day, start)
      yield* simulatedHistory({
        profile,
        dayStartUnits: priceUnitsOf(start),
        today: await minutesOfPath(path, day, joinMs, product.isOpen),
        joinMs,
        random: historyBytes(options.master, product.symbol),
        isOpen: product.isOpen,
      })
    },
    hasNoData: () => false,
    recordedShiftMs: () => null,
    async stop() {
      if (unsavedDays.length > 0) await saveDays()
    },
  }
}

/** The newest day of each product; what is published of it binds its prices to one master. */
async function readDays(options: SimulatedFeedOptions, today: number): Promise<Map<number, SimDay>> {
  const days = await listLatestSimDays(options.db, today)
  for (const { productId, day, commitment } of days) {
    const product = options.products.find(({ id }) => id === productId)
    if (product === undefined) continue
    const own = commitmentOf(daySeed(options.master, product.symbol, day))
    if (!Buffer.from(own).equals(commitment)) throw new FeedSeedError(options.masterFrom)
  }
  return new Map(days.map((day) => [day.productId, day]))
}

/** Another process may have been first meanwhile: with a master of its own, this one is refused. */
async function beginDays(options: SimulatedFeedOptions, today: number, days: SimDay[]): Promise<void> {
  await insertSimDays(options.db, days)
  await readDays(options, today)
}

function emit(runner: Runner, endSlot: number, fromMs: number, ticks: RawTick[]): void {
  const dayStartMs = runner.day * DAY_MS
  runner.path.walk(endSlot, ({ slot, offsetMs, priceUnits, volumeMicros }) => {
    const timeMs = dayStartMs + slot * SLOT_MS + offsetMs
    if (timeMs < fromMs || !runner.product.isOpen(timeMs)) return
    ticks.push({
      productId: runner.product.id,
      dueMs: timeMs,
      sourceTimeMs: timeMs,
      price: BigInt(priceUnits),
      volumeMicros: BigInt(volumeMicros),
      tradeId: Math.floor(timeMs / SLOT_MS),
    })
  })
}

interface StartOfDay {
  product: SimulatedProduct
  today: number
  latest: SimDay | undefined
  newRunner: (product: SimulatedProduct, day: number, start: PathState) => Runner
}

/** The state at 00:00 of today: as stored; else the end of the last stored day (days without a service are left out). */
async function startOfDay({ product, today, latest, newRunner }: StartOfDay): Promise<PathState> {
  if (latest === undefined) return startState(product.referenceUnits)
  if (latest.day === today) return latest.start
  const runner = newRunner(product, latest.day, latest.start)
  await walkTo(runner.path, SLOTS_PER_DAY)
  return carryOver(runner.path.state())
}

/** Minutes of a day's path before a time, as its ticks would have given them. */
async function minutesOfPath(
  path: DayPath,
  day: number,
  beforeMs: number,
  isOpen: (timeMs: number) => boolean,
): Promise<Candle[]> {
  // Candle by candle: the ticks of a day are hundreds of thousands.
  const minutes: Candle[] = []
  let current: Candle | null = null
  await walkTo(
    path,
    Math.floor((beforeMs - day * DAY_MS) / SLOT_MS),
    ({ slot, priceUnits, volumeMicros }) => {
      const timeMs = day * DAY_MS + slot * SLOT_MS
      if (!isOpen(timeMs)) return
      const tick = { timeMs, price: BigInt(priceUnits), volumeMicros: BigInt(volumeMicros) }
      const { candle, finished } = applyTick(current, tick, '1m')
      if (finished !== null) minutes.push(finished)
      current = candle
    },
  )
  return current === null ? minutes : [...minutes, current]
}

async function walkTo(path: DayPath, endSlot: number, visit?: (tick: PathTick) => void): Promise<void> {
  while (path.nextSlot < endSlot) {
    path.walk(Math.min(endSlot, path.nextSlot + SLOTS_PER_TURN), visit)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
