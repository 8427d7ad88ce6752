/** Full jitter up to this after the first failure, twice as much after each further one. */
const FIRST_WAIT_MS = 500
const WAIT_MAX_MS = 30_000
/** Binance bans an address after 300 attempts in five minutes; several processes may share one. */
const ATTEMPTS_MAX = 100
const ATTEMPTS_WITHIN_MS = 300_000

/** When the next attempt to connect may be made. */
export class ConnectionBudget {
  private readonly random: () => number
  private attempts: number[] = []
  private failures = 0
  private nextMs = 0

  /** `random`: from 0 to below 1. */
  constructor(random: () => number) {
    this.random = random
  }

  /** Whether one may be made now; it counts if so. */
  take(nowMs: number): boolean {
    this.attempts = this.attempts.filter((timeMs) => timeMs > nowMs - ATTEMPTS_WITHIN_MS)
    if (nowMs < this.nextMs || this.attempts.length >= ATTEMPTS_MAX) return false
    this.attempts.push(nowMs)
    return true
  }

  /** `waitMs`: the other side asks to be left alone for so long. */
  failed(nowMs: number, waitMs = 0): void {
    const mostMs = Math.min(WAIT_MAX_MS, FIRST_WAIT_MS * 2 ** Math.min(this.failures, 16))
    this.failures += 1
    this.nextMs = nowMs + Math.max(waitMs, Math.floor(this.random() * mostMs))
  }

  /** A connection gives prices. */
  succeeded(): void {
    this.failures = 0
  }
}
