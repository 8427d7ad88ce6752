import { encodeBase64url } from '@truestrike/core/base64url.ts'
import { type LogProduct, leafHash } from '@truestrike/core/canonical-bytes.ts'
import type { FeedSource, LogEntry, TickEntry } from '@truestrike/core/log-entry.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import { packEntries } from '@truestrike/core/packed-log.ts'
import { formatPrice } from '@truestrike/core/price.ts'
import { nextRunningHash } from '@truestrike/core/running-hash.ts'
import type { TickItem } from '@truestrike/protocol/frames.ts'
import { draftEntries } from './draft-entries.ts'
import type { RawTick } from './feed.ts'
import type { LogAppend, LogHead } from './log.store.ts'
import type { OpenBlock } from './open-block.ts'
import { OutlierGuard } from './outlier-guard.ts'
import type { ProductRecord } from './product.store.ts'

/** What one product adds to a flush. */
export interface LaneFlush {
  lane: PriceLane
  entries: LogEntry[]
  /** The ticks among them as they go over the wire. */
  items: TickItem[]
  append: LogAppend
}

/** The engine's hold of one product: where its log ends, and what waits to be put into a block. */
export class PriceLane {
  readonly product: ProductRecord
  readonly logProduct: LogProduct
  private readonly guard: OutlierGuard
  private held: { head: LogHead; open: OpenBlock } | null = null

  constructor(product: ProductRecord) {
    this.product = product
    this.logProduct = { symbol: product.symbol, version: product.version, precision: product.precision }
    this.guard = new OutlierGuard(product.outlierBps)
  }

  /** Null while another engine owns the product, or while it must be read anew. */
  get head(): LogHead | null {
    return this.held?.head ?? null
  }

  get openBlock(): OpenBlock | null {
    return this.held?.open ?? null
  }

  /** Both as they are stored. */
  own(head: LogHead, open: OpenBlock): void {
    this.held = { head, open }
  }

  lose(): void {
    this.held = null
  }

  /** The next entries, or null when there are none. Changes nothing that `commit` does not make final. */
  draft(input: { source: FeedSource; ticks: readonly RawTick[]; beforeMs: number }): LaneFlush | null {
    const { head } = this
    // A new owner waits until its clock is past the last entry (rules, One clock).
    if (head === null || input.beforeMs <= head.lastTimeMs) return null
    const { entries, head: after } = draftEntries({ head, guard: this.guard, ...input })
    if (entries.length === 0) return null
    const items: TickItem[] = []
    let hash = head.hash
    let prevTickSeq = head.lastTickSeq
    for (const entry of entries) {
      hash = nextRunningHash(hash, leafHash(entry, this.logProduct))
      if (entry.kind !== 'tick') continue
      items.push(tickItemOf(entry, this.product, { epoch: head.epoch, prevTickSeq, hash }))
      prevTickSeq = entry.seq
    }
    const append = { head: { ...after, hash }, firstSeq: head.lastSeq + 1, packed: packEntries(entries) }
    return { lane: this, entries, items, append }
  }

  /** The flush is durable. A product lost since it was drafted stays lost: it is read anew, the flush with it. */
  commit(flush: LaneFlush): void {
    if (this.held === null) return
    this.held.head = flush.append.head
    for (const entry of flush.entries) this.held.open.entries.push(entry)
  }

  /** The open block's entries up to `lastSeq` are in a stored block. */
  sealed(lastSeq: number, hashAfter: Uint8Array): void {
    if (this.held === null) return
    const kept = this.held.open.entries.filter((entry) => entry.seq > lastSeq)
    this.held.open = { hashBefore: hashAfter, entries: kept }
  }
}

export function tickItemOf(
  tick: TickEntry,
  product: ProductRecord,
  { epoch, prevTickSeq, hash }: { epoch: number; prevTickSeq: number; hash: Uint8Array },
): TickItem {
  return [
    product.symbol,
    epoch,
    tick.seq,
    prevTickSeq,
    tick.timeMs,
    formatPrice(tick.price, product.precision),
    formatMicros(tick.volumeMicros),
    encodeBase64url(hash),
  ]
}
