/** A further change of period within this time is refused. */
const PERIOD_CHANGE_MS = 1_000

export interface PeriodLimiter {
  /** Whether a change at this moment is allowed; a refused one does not start the wait anew. */
  allow(nowMs: number): boolean
}

export function createPeriodLimiter(): PeriodLimiter {
  let changedMs = Number.NEGATIVE_INFINITY
  return {
    allow(nowMs) {
      if (nowMs - changedMs < PERIOD_CHANGE_MS) return false
      changedMs = nowMs
      return true
    },
  }
}
