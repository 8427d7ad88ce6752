import { performance } from 'node:perf_hooks'
import type { Cancel, Clock } from './clock.ts'
import type { Sql } from './db.ts'
import type { Log } from './log.ts'

export interface SystemClockOptions {
  db: Sql
  log: Log
  /** Real time between two measurements. */
  measureEveryMs?: number
  /** Monotonic real time in ms; the machine's own, unless a test drives it. */
  monotonicMs?: () => number
}

export interface SystemClock extends Clock {
  /** Compares with the database now; normally done on a timer. */
  measure(): Promise<void>
  close(): void
}

/** Never corrected faster than this: 500 ppm. */
const SLEW_MAX = 500e-6
const MEASURE_EVERY_MS = 10_000
/** Round trips of a measurement; the shortest counts, as it says most. */
const ROUND_TRIPS = 5
/** An offset beyond this makes products stale (rules, one clock). */
const OFFSET_STALE_MS = 500
/** The longest wait Node's timers take. */
const TIMER_MAX_MS = 2_147_483_647

interface Sample {
  /** Service time of the database at `atMs`, by half the round trip. */
  serviceMs: number
  atMs: number
  uncertaintyMs: number
  speed: number
}

/**
 * Clock of the service, aligned to the database's: anchor + monotonic clock. Between measurements it runs by the
 * machine's monotonic clock, which nobody can set; a difference is slewed away, never jumped.
 */
export async function createSystemClock(options: SystemClockOptions): Promise<SystemClock> {
  const monotonicMs = options.monotonicMs ?? (() => performance.now())
  const first = await sample(options.db, monotonicMs)
  const line = createSlewedLine(first)
  let offsetMs = 0
  let closed = false
  let lastMs = 0

  const nowMs = (): number => {
    lastMs = Math.max(lastMs, Math.floor(line.at(monotonicMs())))
    return lastMs
  }
  const measure = async (): Promise<void> => {
    const found = await sample(options.db, monotonicMs)
    const raw = found.serviceMs - line.at(found.atMs)
    // What the round trip cannot tell apart from zero is no offset.
    offsetMs = Math.sign(raw) * Math.max(0, Math.abs(raw) - found.uncertaintyMs)
    line.slew(monotonicMs(), raw / ((options.measureEveryMs ?? MEASURE_EVERY_MS) * first.speed))
    if (Math.abs(offsetMs) > OFFSET_STALE_MS) {
      options.log.error(
        { offsetMs },
        "the database's clock and this process differ too much: products are stale",
      )
    }
  }
  const timer = setInterval(() => {
    measure().catch((error: unknown) => options.log.warn({ err: error }, 'the clock could not be measured'))
  }, options.measureEveryMs ?? MEASURE_EVERY_MS)
  timer.unref()

  const after = (delayMs: number, run: () => void): Cancel =>
    startTimer({ dueMs: nowMs() + delayMs, speed: first.speed, nowMs, run, isClosed: () => closed })
  return {
    nowMs,
    speed: first.speed,
    offsetMs: () => offsetMs,
    measure,
    after,
    every: (periodMs, run) => repeat(periodMs, run, after, options.log),
    close: () => {
      closed = true
      clearInterval(timer)
    },
  }
}

async function sample(db: Sql, monotonicMs: () => number): Promise<Sample> {
  let best: Sample | null = null
  for (let trip = 0; trip < ROUND_TRIPS; trip++) {
    const sentMs = monotonicMs()
    const [row] = await db.query<{ now_ms: bigint; speed: number }>(
      'select service_now_ms() as now_ms, speed from service_clock',
    )
    const atMs = monotonicMs()
    if (row === undefined) throw new Error('the table service_clock has no row')
    const uncertaintyMs = ((atMs - sentMs) / 2) * row.speed + 1
    if (best === null || uncertaintyMs < best.uncertaintyMs) {
      // The database tells whole ms, rounded down: half a ms is the likely rest.
      const serviceMs = Number(row.now_ms) + 0.5 + ((atMs - sentMs) / 2) * row.speed
      best = { serviceMs, atMs, uncertaintyMs, speed: row.speed }
    }
  }
  if (best === null) throw new Error('the clock was not measured')
  return best
}

/** Service time as a straight line over monotonic time, whose slope may be bent by at most `SLEW_MAX`. */
function createSlewedLine(start: Sample) {
  let fromMs = start.atMs
  let serviceMs = start.serviceMs
  let rate = start.speed
  const at = (monotonic: number): number => serviceMs + (monotonic - fromMs) * rate
  return {
    at,
    slew(monotonic: number, correction: number): void {
      serviceMs = at(monotonic)
      fromMs = monotonic
      rate = start.speed * (1 + Math.max(-SLEW_MAX, Math.min(SLEW_MAX, correction)))
    },
  }
}

interface TimerOptions {
  dueMs: number
  speed: number
  nowMs: () => number
  run: () => void
  isClosed: () => boolean
}

/** Waits until service time has come: Node's timer may fire early by a fraction, and the line may be slewed. */
function startTimer(options: TimerOptions): Cancel {
  let handle: NodeJS.Timeout
  const arm = (): void => {
    const realMs = Math.ceil((options.dueMs - options.nowMs()) / options.speed)
    handle = setTimeout(fire, Math.min(Math.max(0, realMs), TIMER_MAX_MS))
  }
  const fire = (): void => {
    if (options.isClosed()) return
    if (options.nowMs() < options.dueMs) arm()
    else options.run()
  }
  arm()
  return () => clearTimeout(handle)
}

function repeat(periodMs: number, run: () => void | Promise<void>, after: Clock['after'], log: Log): Cancel {
  let cancelled = false
  const turn = async (): Promise<void> => {
    try {
      await run()
    } catch (error) {
      log.error({ err: error }, 'a repeated job failed')
    }
    if (!cancelled) cancelNext = after(periodMs, () => void turn())
  }
  let cancelNext = after(periodMs, () => void turn())
  return () => {
    cancelled = true
    cancelNext()
  }
}
