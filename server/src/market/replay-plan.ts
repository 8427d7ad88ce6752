import { momentOf, wallClockMs } from '@truestrike/core/zone-time.ts'
import { PRODUCT_SEED } from './product-seed.ts'
import { matchPair } from './recorded-decimal.ts'
import type { Recording } from './recording-index.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** A default start leaves this much of the recording to come, and this much as history. */
const AHEAD_MS = 3 * DAY_MS
const HISTORY_MS = DAY_MS
/** 13:00 UTC on a Tuesday: every market is awake. */
const START_DAY = 2
const START_HOUR_MS = 13 * 3_600_000
/** Forex recordings are looked for this many weeks back and ahead: ten years. */
const WEEKS_MAX = 520
const FOREX_ZONE = 'America/New_York'

export type CategoryShifts = Readonly<Record<'crypto' | 'forex', number>>

export interface ReplayPlan {
  /** Service time at which the replay begins and ends. */
  startMs: number
  endMs: number
  /** Service time − recorded time of each category. */
  shifts: CategoryShifts
}

interface SeedProduct {
  symbol: string
  category: 'crypto' | 'forex'
}

export class NoRecordingError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NoRecordingError'
  }
}

/**
 * When a replay begins, and how far the recordings of each category are moved in time. Crypto plays at its recorded
 * time. Forex does so too when ticks of it cover the start; else it is moved by whole weeks on New York's clock, so that
 * its trading hours stay true, to where the most pairs are recorded.
 */
export function planReplay(
  recordings: readonly Recording[],
  wantedStartMs: number | null,
  products: readonly SeedProduct[] = PRODUCT_SEED,
): ReplayPlan {
  const startMs = wantedStartMs ?? defaultStart(recordings, products)
  const forexShift = bestForexShift(recordings, products, startMs)
  const shifts = { crypto: 0, forex: forexShift }
  const ends = products.flatMap((product) =>
    recordings
      .filter((recording) => plays(recording, product, startMs - shifts[product.category]))
      .map((recording) => recording.endMs + shifts[product.category]),
  )
  if (ends.length === 0) {
    throw new NoRecordingError(
      `no recording of a known product covers ${new Date(startMs).toISOString()}: choose another REPLAY_START or MARKET_DATA_DIR`,
    )
  }
  return { startMs, endMs: Math.max(...ends), shifts }
}

function plays(recording: Recording, product: SeedProduct, recordedMs: number): boolean {
  return (
    matchPair(recording.pair, product.symbol) !== null &&
    recording.firstMs <= recordedMs &&
    recordedMs < recording.endMs
  )
}

/** Whether any product plays at a service time with these shifts. */
export function playsAny(
  recordings: readonly Recording[],
  products: readonly SeedProduct[],
  timeMs: number,
  shifts: CategoryShifts,
): boolean {
  return products.some((product) =>
    recordings.some((recording) => plays(recording, product, timeMs - shifts[product.category])),
  )
}

function covered(
  recordings: readonly Recording[],
  products: readonly SeedProduct[],
  category: SeedProduct['category'],
  recordedMs: number,
): number {
  return products.filter(
    (product) =>
      product.category === category && recordings.some((recording) => plays(recording, product, recordedMs)),
  ).length
}

/** The moment with most crypto products, a day after a recording begins; else where the first recording begins. */
function defaultStart(recordings: readonly Recording[], products: readonly SeedProduct[]): number {
  let best: { startMs: number; count: number } | null = null
  for (const recording of recordings) {
    const startMs = nextStart(recording.firstMs + HISTORY_MS)
    const lasting = recordings.filter((other) => other.endMs >= startMs + AHEAD_MS)
    const count = covered(lasting, products, 'crypto', startMs)
    if (
      count > 0 &&
      (best === null || count > best.count || (count === best.count && startMs < best.startMs))
    ) {
      best = { startMs, count }
    }
  }
  if (best !== null) return best.startMs
  const known = recordings.filter((recording) =>
    products.some((product) => matchPair(recording.pair, product.symbol) !== null),
  )
  if (known.length === 0) throw new NoRecordingError('MARKET_DATA_DIR holds no recording of a known product')
  return Math.min(...known.map((recording) => recording.firstMs))
}

function nextStart(fromMs: number): number {
  const dayMs = Math.ceil((fromMs - START_HOUR_MS) / DAY_MS) * DAY_MS
  const days = (START_DAY - new Date(dayMs).getUTCDay() + 7) % 7
  return dayMs + days * DAY_MS + START_HOUR_MS
}

function bestForexShift(
  recordings: readonly Recording[],
  products: readonly SeedProduct[],
  startMs: number,
): number {
  const ticks = recordings.filter((recording) => recording.kind !== 'bars')
  if (covered(ticks, products, 'forex', startMs) > 0) return 0
  let best = { shiftMs: 0, count: covered(recordings, products, 'forex', startMs) }
  const wallMs = wallClockMs(FOREX_ZONE, startMs)
  for (let step = 1; step <= 2 * WEEKS_MAX; step += 1) {
    const weeks = step % 2 === 1 ? (step + 1) / 2 : -step / 2
    const recordedMs = momentOf(FOREX_ZONE, wallMs - weeks * WEEK_MS)
    const lasting = recordings.filter((recording) => recording.endMs >= recordedMs + AHEAD_MS)
    const count = covered(lasting, products, 'forex', recordedMs)
    if (count > best.count) best = { shiftMs: startMs - recordedMs, count }
  }
  return best.shiftMs
}
