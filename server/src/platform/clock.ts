export type Cancel = () => void

/**
 * The service clock: in production aligned to the database's clock (anchor + monotonic clock, slewed at most
 * 500 ppm, never back); the recording's clock × speed with the replay feed; driven by hand in tests.
 * All time in the services comes from here, all waiting too.
 */
export interface Clock {
  /** Service time in ms since 1970-01-01 UTC, an integer, never going back. */
  nowMs(): number
  /** Ratio of service time to real time; 1 except with the replay feed. */
  readonly speed: number
  /** Runs once, `delayMs` of service time from now. */
  after(delayMs: number, run: () => void): Cancel
  /** Runs repeatedly; the next run starts after the last one has ended (no overlap). */
  every(periodMs: number, run: () => void | Promise<void>): Cancel
  /** How far the database's clock is ahead of this one in ms, as last measured. Over 500: products are stale. */
  offsetMs(): number
}
