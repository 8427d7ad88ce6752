import type { RecordedTick } from './recorded-ticks.ts'

/** Ticks read ahead of their time, at most and at least while more come. */
const AHEAD_MAX = 2_048
const AHEAD_MIN = 1_024

/** Reads one recording ahead of its time into a bounded queue. */
export class ReplayTrack {
  private readonly ticks: AsyncIterator<RecordedTick>
  private readonly onError: (error: unknown) => void
  private queue: RecordedTick[] = []
  private next = 0
  private filling: Promise<void> | null = null
  private ended = false

  constructor(ticks: AsyncIterable<RecordedTick>, onError: (error: unknown) => void) {
    this.ticks = ticks[Symbol.asyncIterator]()
    this.onError = onError
  }

  /** Reads until the queue is full or the recording ends. */
  fill(): Promise<void> {
    if (this.ended || this.queue.length - this.next >= AHEAD_MAX) return Promise.resolve()
    this.filling ??= this.readAhead().finally(() => {
      this.filling = null
    })
    return this.filling
  }

  /** Takes the next tick before a recorded time; null when there is none, or none is known yet (see `isWaiting`). */
  take(beforeMs: number): RecordedTick | null {
    const tick = this.queue[this.next]
    if (tick === undefined || tick.recordedMs >= beforeMs) return null
    this.next += 1
    if (this.next >= AHEAD_MIN) {
      this.queue = this.queue.slice(this.next)
      this.next = 0
    }
    return tick
  }

  /** Everything read is taken, and more may come. */
  get isWaiting(): boolean {
    return !this.ended && this.next >= this.queue.length
  }

  get wantsFilling(): boolean {
    return !this.ended && this.filling === null && this.queue.length - this.next < AHEAD_MIN
  }

  async close(): Promise<void> {
    this.ended = true
    await this.filling
    await this.ticks.return?.()
  }

  private async readAhead(): Promise<void> {
    try {
      while (!this.ended && this.queue.length - this.next < AHEAD_MAX) {
        const { done, value } = await this.ticks.next()
        if (done === true) this.ended = true
        else this.queue.push(value)
      }
    } catch (error) {
      this.ended = true
      this.onError(error)
    }
  }
}
