import type { Sql } from '../platform/db.ts'
import type { PriceLane } from './price-lane.ts'
import { type EnteredVoid, type MeasuredVoid, NO_VOIDS, type VoidSource } from './void-source.ts'

/** The confirmed voids that wait for their place in the log: one of a product at a time, its figures as of its entry. */
export class AwaitedVoids {
  private source: VoidSource = NO_VOIDS
  private looking = true

  use(source: VoidSource): void {
    this.source = source
  }

  /** There may be some. */
  look(): void {
    this.looking = true
  }

  /** What the next entries are to begin with, by product; in the engine's turn, so that the log stands still meanwhile. */
  async find(lanes: readonly PriceLane[]): Promise<ReadonlyMap<number, MeasuredVoid>> {
    const found = new Map<number, MeasuredVoid>()
    if (!this.looking) return found
    const heads = new Map(lanes.flatMap(({ product, head }) => (head === null ? [] : [[product.id, head]])))
    const confirmed = await this.source.listConfirmed([...heads.keys()])
    this.looking = confirmed.length > 0
    for (const each of confirmed) {
      const head = heads.get(each.productId)
      if (head === undefined || found.has(each.productId)) continue
      const timeMs = Math.max(head.lastTimeMs, head.watermarkMs + 1)
      // It waits until all of the interval and its confirmation lie before the entry's own time.
      if (Math.max(each.toMs, each.confirmedMs) >= timeMs) continue
      const measured = await this.source.measure(each, { seq: head.lastSeq + 1, timeMs })
      if (measured !== null) found.set(each.productId, { ...each, ...measured })
    }
    return found
  }

  /** In the transaction that appends them. */
  async enter(sql: Sql, entered: readonly EnteredVoid[]): Promise<void> {
    for (const each of entered) await this.source.enter(sql, each)
  }
}
