import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { inParallel } from '../platform/in-parallel.ts'
import { storeServiceTime } from '../platform/service-clock.ts'
import type { Signer } from '../proof/signer.ts'
import { AwaitedBatches } from './awaited-batches.ts'
import { AwaitedVoids } from './awaited-voids.ts'
import type { Feed, MissedTrades, RawTick } from './feed.ts'
import { appendToLog, headsOf, isFenced, listMissingBatches } from './log.store.ts'
import { readQuarantine } from './log-quarantine.ts'
import { type TakenLog, takeOverLog } from './open-block.ts'
import { type LaneFlush, PriceLane } from './price-lane.ts'
import type { ProductRecord } from './product.store.ts'
import { releaseLeases, takeLeases } from './product-leases.store.ts'
import { insertLogEvents } from './public-events.store.ts'
import { type BatchSource, NO_BATCHES, type SignedBatch } from './signed-batch.ts'
import { CONFLATION_SLOT_MS } from './slot-conflation.ts'
import type { MeasuredVoid, VoidSource } from './void-source.ts'

/** A lease unless renewed; by the database's clock. */
const LEASE_MS = 2_500
/** Who stands by looks as often. A process that stands still for up to two seconds keeps its products. */
export const LEASE_EVERY_MS = 500
/** Half a minute without progress: an answer of the database that does not come any more must not keep the products from others. */
const RENEWALS_WHILE_READING_MAX = 60

export interface PriceEngineOptions {
  db: Db
  clock: Clock
  signer: Signer
  feed: Feed
  products: readonly ProductRecord[]
  /** Unique to this process. */
  owner: string
  /** The database belongs to this process alone: leases of a former one are void. */
  exclusive: boolean
  /** Products that are this engine's from now on; awaited before their first flush. */
  onOwned: (productIds: readonly number[]) => Promise<void>
  /** Called after the flush is durable, before anything else happens. */
  onFlush: (flushes: readonly LaneFlush[], beforeMs: number) => void
  /** Trades of its products that the feed missed; nothing of them is in the log. */
  onMissed?: (missed: readonly MissedTrades[]) => void
  onError: (error: unknown, doing: string) => void
}

/**
 * Turns what the feed gives into the numbered, durable log. One flush at a time: entries are drafted, written in one
 * transaction for all products, and only then handed to `onFlush`. A flush that fails is tried again as it is.
 */
export class PriceEngine {
  readonly lanes: PriceLane[]
  private readonly options: PriceEngineOptions
  private readonly laneOf: Map<number, PriceLane>
  private readonly awaited: AwaitedBatches
  private batches: BatchSource = NO_BATCHES
  private readonly voids = new AwaitedVoids()
  /** The lanes were lost here, not to another engine: they are read anew before anything else is drafted. */
  private forgotten = false
  private unwritten: { flushes: LaneFlush[]; beforeMs: number } | null = null
  /** Ticks of a time that is not known in full yet. */
  private polled: RawTick[] = []
  private flushedToMs = 0
  private writtenAtMs = Number.NEGATIVE_INFINITY
  /** Renewals since the reading of what was taken last got on. */
  private renewedInVain = 0
  /** Only at the start: who takes a lease later than that is alive. */
  private mayForce: boolean
  private busy: Promise<void> = Promise.resolve()

  constructor(options: PriceEngineOptions) {
    this.options = options
    this.mayForce = options.exclusive
    this.lanes = options.products.map((product) => new PriceLane(product))
    this.laneOf = new Map(this.lanes.map((lane) => [lane.product.id, lane]))
    this.awaited = new AwaitedBatches(this.laneOf)
  }

  /** A product that was added under way: it is this engine's once its lease is. */
  addProduct(product: ProductRecord): void {
    if (this.laneOf.has(product.id)) return
    const lane = new PriceLane(product)
    this.lanes.push(lane)
    this.laneOf.set(product.id, lane)
  }

  /** Real time since the log has been written last. */
  get silentMs(): number {
    return performance.now() - this.writtenAtMs
  }

  /** Who accepts orders stands to the right of us, and is made later. */
  useBatches(source: BatchSource): void {
    this.batches = source
  }

  /** Whoever knows of voids stands to the right of us too. */
  useVoids(source: VoidSource): void {
    this.voids.use(source)
  }

  /** A void was confirmed: its entry comes with the next ones. */
  lookForVoids(): void {
    this.voids.look()
  }

  /** The first acceptance of open contracts, by product; none: not in it. */
  listOpenSince(productIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.batches.listOpenSince(productIds)
  }

  /** Orders were accepted: their root goes into the next entries. */
  take(batch: SignedBatch): void {
    this.awaited.take(batch)
  }

  /** Takes the products that are free, renews the others, gives up those another engine has. */
  renewLeases(): Promise<void> {
    return this.inTurn(() => this.takeOver())
  }

  /** Everything that became due by now, as far as slots are complete. */
  pump(): Promise<void> {
    return this.inTurn(async () => {
      if (this.unwritten !== null) await this.write(this.unwritten.flushes, this.unwritten.beforeMs)
      if (this.unwritten !== null) return
      if (this.forgotten) await this.takeOver()
      if (!(await this.findBatches())) return
      const beforeMs = Math.floor(this.options.clock.nowMs() / CONFLATION_SLOT_MS) * CONFLATION_SLOT_MS
      if (beforeMs <= this.flushedToMs) return
      const { ticks, waiting, missed = [] } = this.options.feed.poll(beforeMs)
      for (const tick of ticks) this.polled.push(tick)
      const own = missed.filter(({ productId }) => this.owns(productId))
      if (own.length > 0) this.options.onMissed?.(own)
      // All wait together: the clock of a replay goes no further than this either.
      if (waiting) return
      this.flushedToMs = beforeMs
      const flushes = this.draft(beforeMs, this.polled, await this.findVoids())
      this.polled = []
      if (flushes.length > 0) await this.write(flushes, beforeMs)
    })
  }

  /** Runs `work` while no flush is under way. */
  inTurn(work: () => Promise<void>): Promise<void> {
    const run = this.busy.then(work)
    this.busy = run.catch(() => {})
    return run
  }

  async stop(): Promise<void> {
    await this.inTurn(async () => {
      for (const lane of this.lanes) lane.lose()
      await releaseLeases(this.options.db, this.options.owner)
    })
  }

  /** False when they could not be asked for: prices wait, or a contract could end with its order's root too late for ever. */
  private async findBatches(): Promise<boolean> {
    try {
      await this.awaited.find(this.batches)
      return true
    } catch (error) {
      this.options.onError(error, 'finding accepted orders')
      return false
    }
  }

  /** Prices do not wait for them: what fails here is tried again with the next flush. */
  private async findVoids(): Promise<ReadonlyMap<number, MeasuredVoid>> {
    try {
      return await this.voids.find(this.lanes)
    } catch (error) {
      this.options.onError(error, 'finding confirmed voids')
      return new Map()
    }
  }

  private draft(
    beforeMs: number,
    ticks: readonly RawTick[],
    voids: ReadonlyMap<number, MeasuredVoid>,
  ): LaneFlush[] {
    const byProduct = new Map<number, RawTick[]>()
    for (const tick of ticks) {
      const list = byProduct.get(tick.productId)
      if (list === undefined) byProduct.set(tick.productId, [tick])
      else list.push(tick)
    }
    const flushes: LaneFlush[] = []
    for (const lane of this.lanes) {
      const { id } = lane.product
      const flush = this.draftLane(lane, beforeMs, byProduct.get(id) ?? [], voids.get(id) ?? null)
      if (flush !== null) flushes.push(flush)
    }
    return flushes
  }

  /** What cannot be put into the log is left out, and keeps no other product waiting; a void comes with the next flush. */
  private draftLane(
    lane: PriceLane,
    beforeMs: number,
    ticks: readonly RawTick[],
    voided: MeasuredVoid | null,
  ): LaneFlush | null {
    const { source } = this.options.feed
    try {
      return lane.draft({ source, ticks, beforeMs, voided })
    } catch (error) {
      this.options.onError(error, `drafting entries of ${lane.product.symbol}`)
      return ticks.length === 0 && voided === null ? null : this.draftLane(lane, beforeMs, [], null)
    }
  }

  private async write(flushes: LaneFlush[], beforeMs: number): Promise<void> {
    const { db, clock } = this.options
    const retried = this.unwritten !== null
    this.unwritten = { flushes, beforeMs }
    let missing: readonly bigint[] = []
    try {
      if (!(retried && (await this.isWritten(flushes)))) {
        await db.tx(async (sql) => {
          const appends = flushes.map((flush) => flush.append)
          missing = await appendToLog(sql, appends)
          await insertLogEvents(
            sql,
            flushes.flatMap((flush) => flush.events),
          )
          await this.voids.enter(
            sql,
            flushes.flatMap(({ entered }) => entered ?? []),
          )
          if (clock.reached !== null) await storeServiceTime(sql, beforeMs)
        })
      }
    } catch (error) {
      this.options.onError(error, 'writing ticks')
      if (isFenced(error)) {
        // Somebody else owns a product: nothing of this flush was published, so it may be forgotten.
        this.unwritten = null
        this.forget()
      }
      return
    }
    this.unwritten = null
    this.writtenAtMs = performance.now()
    this.awaited.miss(missing)
    clock.reached?.(beforeMs)
    for (const flush of flushes) flush.lane.commit(flush)
    this.options.onFlush(flushes, beforeMs)
  }

  /** Whether a flush whose answer was lost is in the log after all. */
  private async isWritten(flushes: readonly LaneFlush[]): Promise<boolean> {
    const heads = await headsOf(
      this.options.db,
      flushes.map((flush) => flush.lane.product.id),
    )
    return flushes.every(({ append }) => {
      const head = heads.get(append.head.productId)
      return head?.lastSeq === append.head.lastSeq && Buffer.from(head.hash).equals(append.head.hash)
    })
  }

  /** Begins again from what the database holds, as soon as it can be read; only in turn. */
  forget(): void {
    for (const lane of this.lanes) lane.lose()
    this.forgotten = true
  }

  private async takeOver(): Promise<void> {
    const { db, owner, signer, clock } = this.options
    if (!signer.canSignAt(clock.nowMs())) {
      // What it would write could not be sealed: another engine that has the key may have the products.
      this.forget()
      await releaseLeases(db, owner)
      return
    }
    const epochs = await this.takeLeases()
    for (const lane of this.lanes) if (!epochs.has(lane.product.id)) lane.lose()
    const listFresh = (): PriceLane[] =>
      this.lanes.filter(({ product, head }) => {
        const epoch = epochs.get(product.id)
        return epoch !== undefined && head?.epoch !== epoch
      })
    const read = async (): Promise<void> => {
      if (this.unwritten !== null) {
        // Before anything is read: what is read holds the waiting flush then, or it is forgotten.
        await this.write(this.unwritten.flushes, this.unwritten.beforeMs)
        if (this.unwritten !== null) return
      }
      const fresh = listFresh()
      if (fresh.length > 0) await this.readAnew(fresh, epochs)
      this.forgotten = false
    }
    if (listFresh().length > 0) await this.keepingLeases(read)
    else this.forgotten = false
  }

  /** On a busy machine reading all of them takes longer than a lease lasts. One that does not end lets others have them. */
  private async keepingLeases(work: () => Promise<void>): Promise<void> {
    const { clock, onError } = this.options
    this.renewedInVain = 0
    let renewing = Promise.resolve()
    const stop = clock.every(LEASE_EVERY_MS, async () => {
      this.renewedInVain += 1
      if (this.renewedInVain > RENEWALS_WHILE_READING_MAX) return
      renewing = this.takeLeases().then(
        () => undefined,
        (error: unknown) => onError(error, 'renewing leases'),
      )
      await renewing
    })
    try {
      await work()
    } finally {
      stop()
      // What is under way would take again what is given up next.
      await renewing
    }
  }

  /** What is this engine's from now on; whoever lost a product to another one finds its epoch changed. */
  private async takeLeases(): Promise<Map<number, number>> {
    const { db, owner } = this.options
    const force = this.mayForce
    // What was confirmed while nobody told us.
    this.voids.look()
    const epochs = await db.tx((sql) => takeLeases(sql, { owner, leaseMs: LEASE_MS, force }))
    this.mayForce = false
    return epochs
  }

  private async readAnew(taken: readonly PriceLane[], epochs: ReadonlyMap<number, number>): Promise<void> {
    const { db, clock, signer, onOwned } = this.options
    const heads = await headsOf(
      db,
      taken.map(({ product }) => product.id),
    )
    // Another's by now: his number gives no right here. The next renewal tells whose it is.
    const lanes = taken.filter(({ product: { id } }) => heads.get(id)?.epoch === epochs.get(id))
    for (const lane of taken) if (!lanes.includes(lane)) lane.lose()
    const ids = lanes.map((lane) => lane.product.id)
    if (ids.length === 0) return
    const openUntil = await this.batches.listOpenUntil(ids)
    this.renewedInVain = 0
    await onOwned(ids)
    this.renewedInVain = 0
    await inParallel(lanes, async (lane) => {
      const head = heads.get(lane.product.id)
      if (head === undefined) return
      const taken = await takeOverLog(db, lane.logProduct, head, { signer, nowMs: clock.nowMs() })
      await this.resumeFeed(taken)
      lane.own(taken)
      this.renewedInVain = 0
      lane.openUntilMs = Math.max(lane.openUntilMs, openUntil.get(lane.product.id) ?? 0)
    })
    // Only now: what is accepted later comes over the bus, or is missing after the next append.
    this.awaited.missFromBefore(await listMissingBatches(db, ids))
  }

  /** Before anything of it is drafted: what a feed of this process has heard meanwhile is judged by it, too. */
  private async resumeFeed({ head, open }: TakenLog): Promise<void> {
    const { db, feed } = this.options
    if (head.source !== feed.source) return
    const { productId, lastTradeId: tradeId, lastTickTimeMs: timeMs } = head
    if (tradeId >= 0) feed.resume?.(productId, { tradeId, timeMs })
    if (feed.resumeQuarantine === undefined) return
    const secondPrice = await readQuarantine(db, head, open.entries)
    if (secondPrice !== null) feed.resumeQuarantine(productId, secondPrice)
  }

  owns(productId: number): boolean {
    return (this.laneOf.get(productId)?.head ?? null) !== null
  }
}
