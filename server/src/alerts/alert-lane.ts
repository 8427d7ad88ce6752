import { parsePrice } from '@truestrike/core/price.ts'
import { unwrap } from '@truestrike/core/result.ts'
import type { TickItem } from '@truestrike/protocol/frames.ts'
import type { LiveProduct } from '../market/live-product.ts'
import type { NearestRow, ReachedTick } from './alerts.store.ts'

/** What a process knows of a product whose alerts it watches: the nearest prices awaited, and how far it has looked. */
export class AlertLane {
  readonly product: LiveProduct
  /** False: what is known is not enough; the product is taken over before anything counts again. */
  watching = false
  /** Every tick up to it was looked at. */
  seenSeq = 0
  /** Ticks that reached a price awaited and are not dealt with yet. */
  hits: ReachedTick[] = []
  private up: bigint | null = null
  private down: bigint | null = null

  constructor(product: LiveProduct) {
    this.product = product
  }

  get productId(): number {
    return this.product.record.id
  }

  /** Whether anything is awaited. */
  get isAwaited(): boolean {
    return this.up !== null || this.down !== null
  }

  /** From now on each tick that comes is looked at. */
  begin(): void {
    this.seenSeq = this.product.lastTick?.[2] ?? 0
    this.hits = []
    this.watching = true
  }

  await({ up, down }: NearestRow): void {
    this.up = up
    this.down = down
  }

  /** Takes durable ticks. When some before them are missing the product must be taken over anew. */
  see(items: readonly TickItem[]): void {
    for (const item of items) {
      if (!this.watching || item[2] <= this.seenSeq) continue
      if (item[3] > this.seenSeq) {
        this.watching = false
        return
      }
      this.seenSeq = item[2]
      const tick = this.tickOf(item)
      if (this.reaches(tick.price)) this.hits.push(tick)
    }
  }

  reaches(price: bigint): boolean {
    return (this.up !== null && price >= this.up) || (this.down !== null && price <= this.down)
  }

  tickOf([, , seq, , timeMs, price]: TickItem): ReachedTick {
    return { seq, timeMs, price: unwrap(parsePrice(price, this.product.record.precision)) }
  }
}
