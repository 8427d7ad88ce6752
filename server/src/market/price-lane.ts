import { ensure } from '@truestrike/core/assert.ts'
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
import type { EnteredBatch, LogAppend, LogHead } from './log.store.ts'
import type { LogBlock } from './log-blocks.store.ts'
import { draftBlock, type OpenBlock, type SealParts, type TakenLog } from './open-block.ts'
import { OutlierGuard } from './outlier-guard.ts'
import type { ProductRecord } from './product.store.ts'
import { eventsIn, type LogEvent } from './public-event.ts'
import type { EnteredVoid, MeasuredVoid } from './void-source.ts'

/** Time between two blocks of a product, of the service clock. */
const BLOCK_MS = 10_000
const BLOCK_WHILE_OPEN_MS = 1_000
/** What decides a contract is in the log shortly after its end. */
const OPEN_LINGER_MS = 5_000

/** What one product adds to a flush. */
export interface LaneFlush {
  lane: PriceLane
  entries: LogEntry[]
  /** Of each entry. */
  leaves: Uint8Array[]
  /** The ticks among them as they go over the wire. */
  items: TickItem[]
  /** What of the entries is told by month. */
  events: LogEvent[]
  /** The void among them, if there is one. */
  entered: EnteredVoid | null
  append: LogAppend
}

export interface LaneInput {
  source: FeedSource
  ticks: readonly RawTick[]
  beforeMs: number
  voided: MeasuredVoid | null
}

/** A signed root on its way into the log. */
export interface ExpectedRoot extends Omit<EnteredBatch, 'seq'> {
  /** Base64url. */
  root: string
  count: number
  acceptedAtMs: number
}

/** The engine's hold of one product: where its log ends, which roots come next, and what waits to be put into a block. */
export class PriceLane {
  readonly product: ProductRecord
  readonly logProduct: LogProduct
  private readonly guard: OutlierGuard
  /** Contracts on the product are open until then (service time); 0: none. Its blocks are sealed every second meanwhile. */
  openUntilMs = 0
  /** When a block was due last: sealed then, or tried in vain. */
  private blockAtMs = 0
  private held: TakenLog | null = null
  private readonly expected = new Map<bigint, ExpectedRoot>()

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

  /** As it is stored. */
  own(taken: TakenLog): void {
    this.expected.clear()
    this.held = taken
  }

  lose(): void {
    this.held = null
    this.expected.clear()
  }

  /** The root of orders on the product comes into the log with the slot of their acceptance, or as soon after as can be. */
  expect(root: ExpectedRoot, untilMs: number): void {
    this.openUntilMs = Math.max(this.openUntilMs, untilMs)
    if (this.held !== null) this.expected.set(root.batchId, root)
  }

  isExpecting(batchId: bigint): boolean {
    return this.expected.has(batchId)
  }

  /** The next entries, or null when there are none. Changes nothing that `commit` does not make final. */
  draft(input: LaneInput): LaneFlush | null {
    const { head } = this
    // A new owner waits until its clock is past the last entry (rules, One clock).
    if (head === null || input.beforeMs <= head.lastTimeMs) return null
    const roots = this.rootsBefore(input.beforeMs)
    const { entries, head: after } = draftEntries({ head, guard: this.guard, roots, ...input })
    if (entries.length === 0) return null
    const items: TickItem[] = []
    const leaves: Uint8Array[] = []
    let hash = head.hash
    let prevTickSeq = head.lastTickSeq
    for (const entry of entries) {
      const leaf = leafHash(entry, this.logProduct)
      leaves.push(leaf)
      hash = nextRunningHash(hash, leaf)
      if (entry.kind !== 'tick') continue
      items.push(tickItemOf(entry, this.product, { epoch: head.epoch, prevTickSeq, hash }))
      prevTickSeq = entry.seq
    }
    const append = {
      ...{ head: { ...after, hash }, firstSeq: head.lastSeq + 1, packed: packEntries(entries) },
      batches: enteredAs(roots, entries),
    }
    const events = eventsIn(entries, head, this.product)
    const entered = enteredVoid(input.voided, entries)
    return { lane: this, entries, leaves, items, events, entered, append }
  }

  /** The flush is durable. A product lost since it was drafted stays lost: it is read anew, the flush with it. */
  commit(flush: LaneFlush): void {
    if (this.held === null) return
    this.held.head = flush.append.head
    const { entries, leaves } = this.held.open
    for (const entry of flush.entries) entries.push(entry)
    for (const leaf of flush.leaves) leaves.push(leaf)
    for (const { batchId } of flush.append.batches) this.expected.delete(batchId)
  }

  private rootsBefore(beforeMs: number): ExpectedRoot[] {
    const due = [...this.expected.values()].filter(({ acceptedAtMs }) => acceptedAtMs < beforeMs)
    return due.sort((a, b) => a.acceptedAtMs - b.acceptedAtMs)
  }

  /** Whether a block is to be sealed: every second while contracts are open, else every ten, all products at the same moments. */
  isBlockDue(nowMs: number): boolean {
    const everyMs = nowMs < this.openUntilMs + OPEN_LINGER_MS ? BLOCK_WHILE_OPEN_MS : BLOCK_MS
    return Math.floor(nowMs / everyMs) !== Math.floor(this.blockAtMs / everyMs)
  }

  /** The next block is due a period later, whatever becomes of this one. */
  blockTried(nowMs: number): void {
    this.blockAtMs = nowMs
  }

  /** Null: nothing waits, or another engine owns the product. */
  draftBlock(parts: SealParts): LogBlock | null {
    return this.held === null ? null : draftBlock({ ...this.held, product: this.logProduct }, parts)
  }

  /** The block is stored. */
  sealed({ header }: LogBlock): void {
    if (this.held === null) return
    const { entries, leaves } = this.held.open
    const count = header.lastSeq - header.firstSeq + 1
    this.held.open = { before: header, entries: entries.slice(count), leaves: leaves.slice(count) }
    // What a block had no room for goes into the next one at once.
    if (entries.length > count) this.blockAtMs = 0
  }
}

/** The roots with the numbers of their entries, which stand in the same order. */
function enteredAs(roots: readonly ExpectedRoot[], entries: readonly LogEntry[]): EnteredBatch[] {
  const numbers = entries.flatMap((entry) => (entry.kind === 'acceptance' ? [entry.seq] : []))
  return roots.map(({ batchId, keyId, signature }, at) => ({
    batchId,
    keyId,
    signature,
    seq: ensure(numbers[at]),
  }))
}

function enteredVoid(voided: MeasuredVoid | null, entries: readonly LogEntry[]): EnteredVoid | null {
  const entry = entries.find(({ kind }) => kind === 'void')
  return voided === null || entry === undefined ? null : { ...voided, seq: entry.seq, timeMs: entry.timeMs }
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
