import type { Cancel, Clock } from './clock.ts'
import type { Db } from './db.ts'

interface Timer {
  dueMs: number
  order: number
  run: () => void | Promise<void>
}

/** Timers one `advance` may run at most: a timer that re-arms itself at once would never end. */
const TIMERS_PER_ADVANCE_MAX = 1_000_000

/** A clock moved by hand. With a database it keeps `service_clock.fixed_ms` in step, so `service_now_ms()` agrees. */
export interface FakeClock extends Clock {
  /** Moves time forward, running due timers in order, each at its own time, waiting for what they return. */
  advance(ms: number): Promise<void>
  /** Moves to a time, also backwards (as a machine's clock may), running timers that become due. */
  set(ms: number): Promise<void>
  setOffsetMs(offsetMs: number): void
}

export interface FakeClockOptions {
  startMs?: number
  /** Keeps the clock of this database in step. */
  db?: Db
  speed?: number
}

/** 2026-01-05 is a Monday: forex is open. */
const FAKE_CLOCK_START_MS = Date.UTC(2026, 0, 5, 12, 0, 0)

export async function createFakeClock(options: FakeClockOptions = {}): Promise<FakeClock> {
  let nowMs = options.startMs ?? FAKE_CLOCK_START_MS
  const speed = options.speed ?? 1
  let order = 0
  let measuredOffsetMs = 0
  let timers: Timer[] = []

  const moveTo = async (ms: number): Promise<void> => {
    nowMs = ms
    await options.db?.query('update service_clock set fixed_ms = $1', [BigInt(ms)])
  }
  const add = (dueMs: number, run: Timer['run']): Timer => {
    const timer = { dueMs, order: order++, run }
    timers.push(timer)
    return timer
  }
  const remove = (timer: Timer): void => {
    timers = timers.filter((other) => other !== timer)
  }
  const nextDue = (untilMs: number): Timer | undefined => {
    let next: Timer | undefined
    for (const timer of timers) {
      const isNext =
        next === undefined ||
        timer.dueMs < next.dueMs ||
        (timer.dueMs === next.dueMs && timer.order < next.order)
      if (timer.dueMs <= untilMs && isNext) next = timer
    }
    return next
  }

  const runUntil = async (untilMs: number): Promise<void> => {
    for (let ran = 0; ran < TIMERS_PER_ADVANCE_MAX; ran++) {
      await settleMicrotasks()
      const timer = nextDue(untilMs)
      if (timer === undefined) break
      remove(timer)
      if (timer.dueMs > nowMs) await moveTo(timer.dueMs)
      await timer.run()
    }
    if (untilMs !== nowMs) await moveTo(untilMs)
    await settleMicrotasks()
  }

  await moveTo(nowMs)
  return {
    timeOf: () => nowMs,
    nowMs: () => nowMs,
    speed,
    offsetMs: () => measuredOffsetMs,
    setOffsetMs: (offsetMs) => {
      measuredOffsetMs = offsetMs
    },
    reached: null,
    after(delayMs, run) {
      const timer = add(nowMs + Math.max(0, Math.ceil(delayMs * speed)), run)
      return () => remove(timer)
    },
    every: (periodMs, run) => repeat(periodMs * speed, run, add, remove, () => nowMs),
    advance: (ms) => runUntil(nowMs + Math.max(0, Math.ceil(ms))),
    set: (ms) => runUntil(ms),
  }
}

function repeat(
  periodMs: number,
  run: () => void | Promise<void>,
  add: (dueMs: number, run: Timer['run']) => Timer,
  remove: (timer: Timer) => void,
  now: () => number,
): Cancel {
  let cancelled = false
  const arm = (): Timer =>
    add(now() + Math.max(1, periodMs), async () => {
      await run()
      if (!cancelled) timer = arm()
    })
  let timer = arm()
  return () => {
    cancelled = true
    remove(timer)
  }
}

/** Lets promises that are already settled carry on before the next timer. */
function settleMicrotasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
