export type Cancel = () => void

/** Beyond this offset between the clocks nobody may rely on times (rules, one clock). */
const OFFSET_MAX_MS = 500

/** True when the clock and the database's differ too much: products are stale, no order is taken. */
export function isClockOff(offsetMs: number): boolean {
  return Math.abs(offsetMs) > OFFSET_MAX_MS
}

/** Offset beyond what is allowed, in ms. */
export function offsetExcessMs(offsetMs: number): number {
  return Math.max(0, Math.abs(offsetMs) - OFFSET_MAX_MS)
}

/**
 * The service clock: in production aligned to the database's clock (anchor + monotonic clock, slewed at most
 * 500 ppm, never back); the recording's clock × speed with the replay feed; driven by hand in tests.
 * All time in the services comes from here, all waiting too; one waits in real time.
 */
export interface Clock {
  /** Service time in ms since 1970-01-01 UTC, an integer, never going back. */
  nowMs(): number
  /**
   * Service time of a moment that `process.hrtime.bigint()` gave in any thread of this process, in ms, rounded down; never
   * later than `nowMs()`. For what another thread has received.
   */
  timeOf(hrtimeNs: bigint): number
  /** Ratio of service time to real time; 1 except with the replay feed. */
  readonly speed: number
  /** Runs once, `delayMs` of real time from now. */
  after(delayMs: number, run: () => void): Cancel
  /** Runs repeatedly, `periodMs` of real time after the last run has ended (no overlap). */
  every(periodMs: number, run: () => void | Promise<void>): Cancel
  /** How far the database's clock is ahead of this one in ms, as last measured. Over 500: products are stale. */
  offsetMs(): number
  /**
   * With the replay feed only: its prices up to this time are durable. Service time follows what is delivered: a process
   * that is late slows the replay down, instead of making a hole in its prices.
   */
  readonly reached: ((ms: number) => void) | null
}
