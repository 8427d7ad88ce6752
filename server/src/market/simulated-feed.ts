import { ensure } from '@truestrike/core/assert.ts'
import { applyTick, type Candle } from '@truestrike/core/candles.ts'
import {
  type DayPath,
  priceUnitsOf,
  SLOT_MS,
  SLOTS_PER_DAY,
  startState,
} from '@truestrike/core/simulated-path.ts'
import { DAY_MS } from '@truestrike/core/utc-day.ts'
import type { Feed, RawTick } from './feed.ts'
import { listLatestSimDays, type SimDay } from './sim-days.store.ts'
import {
  createSimulatedDays,
  type SimulatedDaysOptions,
  type SimulatedProduct,
  walkTo,
} from './simulated-days.ts'
import { simulatedHistory } from './simulated-history.ts'
import { profileOf } from './simulated-profile.ts'
import { historyBytes } from './simulated-seed.ts'

/** After a stop of this process (a sleeping laptop) older ticks are left out: a gap, as it was. */
const CATCH_UP_MAX_MS = 60_000

interface Runner {
  product: SimulatedProduct
  day: SimDay
  path: DayPath
}

/** The simulated feed: see core/src/simulated-path.ts for the prices, simulated-days.ts for what is told of them. */
export function createSimulatedFeed(
  options: SimulatedDaysOptions,
): Feed & { addSimulated(product: SimulatedProduct): Promise<void> } {
  const days = createSimulatedDays(options)
  const runners: Runner[] = []
  let polledMs = 0
  let started = false

  /** Runs products from now on, along their path of today. */
  async function run(products: readonly SimulatedProduct[]): Promise<void> {
    const nowMs = options.nowMs()
    const running = await days.begin(Math.floor(nowMs / DAY_MS))
    for (const product of products) {
      const day = ensure(running.get(product.id))
      const path = days.pathOf(day)
      await walkTo(path, Math.floor((nowMs % DAY_MS) / SLOT_MS))
      runners.push({ product, day, path })
    }
  }

  return {
    source: 'simulated',
    async start() {
      await run(options.products)
      polledMs = options.nowMs()
      started = true
    },
    async addSimulated(product) {
      options.products.push(product)
      if (started) await run([product])
    },
    poll(beforeMs) {
      const fromMs = Math.max(polledMs, beforeMs - CATCH_UP_MAX_MS)
      polledMs = Math.max(polledMs, beforeMs)
      const ticks: RawTick[] = []
      for (const runner of runners) {
        while (runner.day.day < Math.floor(beforeMs / DAY_MS)) {
          emit(runner, SLOTS_PER_DAY, fromMs, ticks)
          runner.day = days.following(runner.product, runner.day.day, runner.path.state())
          runner.path = days.pathOf(runner.day)
        }
        emit(runner, Math.floor((beforeMs - runner.day.day * DAY_MS) / SLOT_MS), fromMs, ticks)
      }
      return { ticks, waiting: false }
    },
    prepare: () => days.commit(new Map(runners.map(({ product, day }) => [product.id, day]))),
    async *history(productId, joinMs) {
      const product = ensure(options.products.find(({ id }) => id === productId))
      const day = Math.floor(joinMs / DAY_MS)
      const latest = (await listLatestSimDays(options.db, day)).find((row) => row.productId === productId)
      const today = latest?.day === day ? latest : null
      yield* simulatedHistory({
        profile: profileOf(product.symbol, product.category),
        dayStartUnits: priceUnitsOf(today?.start ?? startState(product.referenceUnits)),
        today: today === null ? [] : await minutesOfPath(days.pathOf(today), day, joinMs, product.isOpen),
        joinMs,
        random: historyBytes(options.master, product.symbol),
        isOpen: product.isOpen,
      })
    },
    hasNoData: () => false,
    recordedShiftMs: () => null,
    stop: async () => {},
  }
}

function emit(runner: Runner, endSlot: number, fromMs: number, ticks: RawTick[]): void {
  const dayStartMs = runner.day.day * DAY_MS
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
