import type { RawTick } from './feed.ts'
import { PriceHours } from './price-hours.ts'
import type { ProductRecord } from './product.store.ts'
import { type RecordedSource, readRecordedTicks } from './recorded-ticks.ts'
import type { Recording } from './recording-index.ts'
import { ReplayTrack } from './replay-track.ts'

export interface ReplayPlayerOptions {
  product: ProductRecord
  /** Recordings of the product. */
  recordings: readonly Recording[]
  /** Service time − recorded time. */
  shiftMs: number
  /** Draws the paths through bars. */
  seed: string
  onError: (error: unknown) => void
}

/** Plays the recordings of one product, one after the other. */
export class ReplayPlayer {
  readonly shiftMs: number
  private readonly options: ReplayPlayerOptions
  private readonly hours: PriceHours
  private playing: { recording: Recording; track: ReplayTrack } | null = null

  constructor(options: ReplayPlayerOptions) {
    this.options = options
    this.shiftMs = options.shiftMs
    this.hours = new PriceHours(options.product)
  }

  sourceOf(recording: Recording): RecordedSource {
    return { recording, product: this.options.product, seed: this.options.seed }
  }

  /** Opens the recording that covers a service time, or the next one to come. */
  open(timeMs: number): Promise<void> {
    const recordedMs = timeMs - this.shiftMs
    const recording = chooseRecording(this.options.recordings, recordedMs)
    if (recording === null) {
      this.playing = null
      return Promise.resolve()
    }
    const ticks = readRecordedTicks(this.sourceOf(recording), recordedMs)
    this.playing = { recording, track: new ReplayTrack(ticks, this.options.onError) }
    return this.playing.track.fill()
  }

  /** Adds the ticks due before a time. True: earlier ones may still come. */
  poll(beforeMs: number, ticks: RawTick[]): boolean {
    if (this.playing === null) return false
    const { recording, track } = this.playing
    for (;;) {
      const tick = track.take(beforeMs - this.shiftMs)
      if (tick === null) break
      const dueMs = tick.recordedMs + this.shiftMs
      if (!this.hours.isOpen(dueMs)) continue
      const { price, volumeMicros, tradeId, recordedMs: sourceTimeMs } = tick
      const productId = this.options.product.id
      const raw: RawTick = { productId, dueMs, sourceTimeMs, price, volumeMicros, tradeId }
      ticks.push(recording.kind === 'bars' ? { ...raw, isOfBar: true } : raw)
    }
    if (recording.endMs + this.shiftMs <= beforeMs) {
      void track.close().catch(this.options.onError)
      void this.open(recording.endMs + this.shiftMs)
      return this.playing !== null
    }
    if (track.wantsFilling) void track.fill()
    return track.isWaiting
  }

  /** No recording covers the time. Asked of all of them: a process that only serves plays none. */
  hasNoData(timeMs: number): boolean {
    const recordedMs = timeMs - this.shiftMs
    return !this.options.recordings.some(({ firstMs, endMs }) => firstMs <= recordedMs && recordedMs < endMs)
  }

  /** The bars that lead up to a service time, or null. */
  barsBefore(timeMs: number): Recording | null {
    const recordedMs = timeMs - this.shiftMs
    const leads = ({ kind, firstMs, endMs }: Recording): boolean =>
      kind === 'bars' && firstMs < recordedMs && recordedMs <= endMs
    return this.options.recordings.find(leads) ?? null
  }

  async close(): Promise<void> {
    await this.playing?.track.close()
  }
}

/** Ticks before bars; else the recording that begins next. */
function chooseRecording(recordings: readonly Recording[], recordedMs: number): Recording | null {
  const ahead = recordings.filter(({ endMs }) => endMs > recordedMs)
  const covering = ahead.filter(({ firstMs }) => firstMs <= recordedMs)
  const ticks = covering.find(({ kind }) => kind !== 'bars')
  const next = [...ahead].sort((a, b) => a.firstMs - b.firstMs)[0]
  return ticks ?? covering[0] ?? next ?? null
}
