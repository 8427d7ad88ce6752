import { uptime } from 'node:os'
import { performance } from 'node:perf_hooks'
import { type Cancel, type Clock, isClockOff, offsetExcessMs } from './clock.ts'
import type { Sql } from './db.ts'
import type { Log } from './log.ts'

export interface SystemClockOptions {
  db: Sql
  log: Log
  /** Real time between two measurements. */
  measureEveryMs?: number
  /** Monotonic real time in ms; the machine's own, unless a test drives it. It may stand still while the machine sleeps. */
  monotonicMs?: () => number
  /** Real time since the machine was started in ms, its sleep counted. */
  uptimeMs?: () => number
}

export interface SystemClock extends Clock {
  /** Compares with the database now; normally done on a timer. */
  measure(): Promise<void>
  /** Looks whether the machine has slept, and if it seems so compares with the database; normally done on a timer. */
  noticeSleep(): Promise<void>
  close(): void
}

/** Never corrected faster than this: 500 ppm. */
const SLEW_MAX = 500e-6
const MEASURE_EVERY_MS = 10_000
const LOOK_FOR_SLEEP_EVERY_MS = 1_000
/** Less is the jitter of reading two clocks. */
const SLEEP_MIN_MS = 500
/** Two readings of one moment are no further apart. */
const READ_MAX_MS = 50
const isWholeSecond = (ms: number): boolean => ms % 1_000 === 0
/** Round trips of a measurement; the shortest counts, as it says most. */
const ROUND_TRIPS = 5
/**
 * Service time of a replay runs this far past what was delivered last: shorter than a price may be old, longer than what
 * one flush of the engine spans.
 */
const REPLAY_AHEAD_MAX_MS = 1_500
/** The machine's timers take no longer delay: they would fire at once. */
const TIMER_MAX_MS = 2 ** 31 - 1
const NS_PER_MS = 1e6

interface Sample {
  /** Service time of the database at `atMs`. */
  serviceMs: number
  atMs: number
  uncertaintyMs: number
  speed: number
  /** It stands still between two deliveries of a replay. */
  paced: boolean
}

/** Service time over monotonic time. */
interface Line {
  at(monotonic: number): number
  /** Follows what the database says. */
  follow(found: Sample): void
  /** How far the database was ahead, as last measured. */
  offsetMs(): number
  reached: ((monotonic: number, ms: number) => void) | null
}

/** Clock of the service, aligned to the database's; between measurements it runs by the machine's monotonic clock. */
export async function createSystemClock(options: SystemClockOptions): Promise<SystemClock> {
  const sleepless = createSleeplessTime(options)
  const { monotonicMs } = sleepless
  const measureEveryMs = options.measureEveryMs ?? MEASURE_EVERY_MS
  const first = await sample(options.db, monotonicMs)
  const line = first.paced ? createPacedLine(first) : createSlewedLine(first, measureEveryMs)
  const { reached } = line
  let closed = false
  let lastMs = 0

  const nowMs = (): number => {
    lastMs = Math.max(lastMs, Math.floor(line.at(monotonicMs())))
    return lastMs
  }
  const timeOf = (hrtimeNs: bigint): number => {
    const ageMs = Number(process.hrtime.bigint() - hrtimeNs) / NS_PER_MS
    return Math.min(nowMs(), Math.floor(line.at(monotonicMs() - ageMs)))
  }
  const compare = async (): Promise<void> => {
    sleepless.look()
    // What is suspected while the database is asked is another comparison's: this one may have been read before it.
    const { suspectedMs } = sleepless
    const found = await sample(options.db, monotonicMs)
    // A replay stands still meanwhile: it has slept nothing.
    const aheadMs = found.paced ? 0 : found.serviceMs - line.at(found.atMs)
    line.follow({ ...found, atMs: found.atMs + sleepless.admit(suspectedMs, aheadMs) })
    const offsetMs = line.offsetMs()
    if (isClockOff(offsetMs)) {
      options.log.error(
        { offsetMs, mendedInSeconds: Math.ceil(offsetExcessMs(offsetMs) / SLEW_MAX / 1_000) },
        "the database's clock and this process differ too much: products are stale, no order is taken. Put the machines' clocks right (NTP); if it is not mended soon enough then, restart this process",
      )
    }
  }
  // One at a time: a sample taken before a sleep was admitted would show it again.
  let comparing: Promise<void> | null = null
  const measure = (): Promise<void> => {
    comparing ??= compare().finally(() => {
      comparing = null
    })
    return comparing
  }
  const noticeSleep = async (): Promise<void> => {
    if (sleepless.look()) await measure()
  }
  const regularly = (run: () => Promise<void>, everyMs: number): NodeJS.Timeout =>
    setInterval(() => {
      run().catch((error: unknown) => options.log.warn({ err: error }, 'the clock could not be measured'))
    }, everyMs).unref()
  const timer = regularly(measure, measureEveryMs)
  const sleepTimer = regularly(noticeSleep, LOOK_FOR_SLEEP_EVERY_MS)

  const after = (delayMs: number, run: () => void): Cancel => {
    const wait = (leftMs: number): NodeJS.Timeout => {
      const stepMs = Math.min(leftMs, TIMER_MAX_MS)
      return setTimeout(() => {
        if (closed) return
        if (stepMs < leftMs) handle = wait(leftMs - stepMs)
        else run()
      }, stepMs)
    }
    let handle = wait(delayMs)
    return () => clearTimeout(handle)
  }
  return {
    nowMs,
    timeOf,
    speed: first.speed,
    offsetMs: line.offsetMs,
    reached: reached === null ? null : (ms) => reached(monotonicMs(), ms),
    measure,
    noticeSleep,
    after,
    every: (periodMs, run) => repeat(periodMs, run, after, options.log),
    close: () => {
      closed = true
      clearInterval(timer)
      clearInterval(sleepTimer)
    },
  }
}

/**
 * Monotonic time that goes on while the machine sleeps (a closed laptop), as the database's does. The machine's uptime
 * raises the suspicion; how much of it counts is the database's to say: an uptime can be misread, and in a container it
 * may change from the container's to the machine's.
 */
function createSleeplessTime({ log, monotonicMs, uptimeMs }: SystemClockOptions) {
  const awakeMs = monotonicMs ?? (() => performance.now())
  const machineMs = uptimeMs ?? monotonicMs ?? (() => uptime() * 1_000)
  const read = () => {
    const awake = awakeMs()
    const machine = machineMs()
    return { awake, machine, isMoment: awakeMs() - awake <= READ_MAX_MS }
  }
  let sleptMs = 0
  let suspectedMs = 0
  let last = read()
  const look = (): boolean => {
    const now = read()
    // Stalled between the two readings: they are of different moments.
    if (!now.isMoment) return suspectedMs > 0
    // Whole seconds show no sleep. Some systems (macOS) tell nothing else, and their monotonic clock counts sleep anyway;
    // Linux does while it cannot be asked exactly (no file descriptor left).
    if (isWholeSecond(now.machine)) return suspectedMs > 0
    // From look to look: over days the two may drift apart without a sleep.
    const missedMs = now.machine - last.machine - (now.awake - last.awake)
    if (!isWholeSecond(last.machine) && missedMs >= SLEEP_MIN_MS) suspectedMs += missedMs
    last = now
    return suspectedMs > 0
  }
  return {
    monotonicMs: () => awakeMs() + sleptMs,
    /** Whether a sleep is suspected that has not been admitted. */
    look,
    get suspectedMs() {
      return suspectedMs
    },
    /** Adds `claimedMs` of what is suspected, as far as the database was `aheadMs` ahead; answers how much that is. */
    admit(claimedMs: number, aheadMs: number): number {
      const missedMs = Math.min(claimedMs, Math.max(0, aheadMs))
      suspectedMs -= claimedMs
      if (missedMs < SLEEP_MIN_MS) return 0
      sleptMs += missedMs
      log.warn({ missedMs: Math.round(missedMs) }, 'the machine slept: service time goes on from now')
      return missedMs
    },
  }
}

async function sample(db: Sql, monotonicMs: () => number): Promise<Sample> {
  let best: Sample | null = null
  for (let trip = 0; trip < ROUND_TRIPS; trip++) {
    const sentMs = monotonicMs()
    const [row] = await db.query<{ now_ms: bigint; speed: number; paced: boolean }>(
      'select service_now_ms() as now_ms, speed, fixed_ms is not null as paced from service_clock',
    )
    const atMs = monotonicMs()
    if (row === undefined) throw new Error('the table service_clock has no row')
    const { speed, paced } = row
    const travelMs = (atMs - sentMs) / 2
    const uncertaintyMs = travelMs + 1
    if (best === null || uncertaintyMs < best.uncertaintyMs) {
      // The database tells whole ms, rounded down: half a ms is the likely rest.
      const serviceMs = Number(row.now_ms) + (paced ? 0 : 0.5 + travelMs)
      best = { serviceMs, atMs, uncertaintyMs, speed, paced }
    }
  }
  if (best === null) throw new Error('the clock was not measured')
  return best
}

/** Runs with the machine, bent towards the database by at most `SLEW_MAX`: a difference is slewed away, never jumped. */
function createSlewedLine(start: Sample, measureEveryMs: number): Line {
  let fromMs = start.atMs
  let serviceMs = start.serviceMs
  let rate = 1
  let offsetMs = 0
  // The bend is meant for the time to the next measurement: without one, the machine's own pace counts.
  const at = (monotonic: number): number =>
    serviceMs + (monotonic - fromMs) + Math.min(monotonic - fromMs, measureEveryMs) * (rate - 1)
  return {
    at,
    offsetMs: () => offsetMs,
    follow(found) {
      const raw = found.serviceMs - at(found.atMs)
      // What the round trip cannot tell apart from zero is no offset.
      offsetMs = Math.sign(raw) * Math.max(0, Math.abs(raw) - found.uncertaintyMs)
      serviceMs = at(found.atMs)
      fromMs = found.atMs
      rate = 1 + Math.max(-SLEW_MAX, Math.min(SLEW_MAX, raw / measureEveryMs))
    },
    reached: null,
  }
}

/**
 * Runs at the recording's speed on from what was delivered last, and stands still when nothing more is delivered. What
 * was lost while it stood is not caught up.
 */
function createPacedLine(start: Sample): Line {
  let fromMs = start.atMs
  let serviceMs = start.serviceMs
  let reachedMs = start.serviceMs
  const at = (monotonic: number): number =>
    Math.min(serviceMs + (monotonic - fromMs) * start.speed, reachedMs + REPLAY_AHEAD_MAX_MS)
  const reached = (monotonic: number, ms: number): void => {
    if (ms <= reachedMs) return
    serviceMs = Math.max(at(monotonic), ms)
    fromMs = monotonic
    reachedMs = ms
  }
  return { at, offsetMs: () => 0, follow: (found) => reached(found.atMs, found.serviceMs), reached }
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
