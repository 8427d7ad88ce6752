import type { PriceLane } from './price-lane.ts'
import type { BatchSource, SignedBatch } from './signed-batch.ts'

/** Batches found without the bus, remembered at most: the bus may bring them all the same. */
const FOUND_MAX = 10_000

/**
 * The roots that wait for their place in the log. The bus brings them at once; what it did not bring (its sender was
 * killed, a message was lost) is known from the database, which says after each append what the logs still lack.
 */
export class AwaitedBatches {
  private readonly laneOf: ReadonlyMap<number, PriceLane>
  private missing: ReadonlySet<bigint> = new Set()
  private lost: readonly bigint[] = []
  private readonly found = new Set<string>()

  constructor(laneOf: ReadonlyMap<number, PriceLane>) {
    this.laneOf = laneOf
  }

  /** From the bus. */
  take(batch: SignedBatch): void {
    // Found meanwhile: it is in the log already, or waits for it.
    if (!this.found.delete(batch.batchId)) this.hand(batch)
  }

  /** What our logs lack after an append. What they lacked after the one before as well has had its time to come. */
  miss(ids: readonly bigint[]): void {
    this.lost = ids.filter((id) => this.missing.has(id))
    this.missing = new Set(ids)
  }

  /** What logs lacked that are ours from now on: nobody has told us. */
  missFromBefore(ids: readonly bigint[]): void {
    this.lost = ids
  }

  /** Asks for what did not come; before the next entries are drafted. */
  async find(source: BatchSource): Promise<void> {
    const lanes = [...this.laneOf.values()]
    const wanted = this.lost.filter((id) => !lanes.some((lane) => lane.isExpecting(id)))
    const batches = wanted.length === 0 ? [] : await source.readBatches(wanted)
    for (const batch of batches) {
      if (this.found.size >= FOUND_MAX) this.found.clear()
      this.found.add(batch.batchId)
      this.hand(batch)
    }
    this.lost = []
  }

  private hand({ products, ...batch }: SignedBatch): void {
    const { root, count, keyId, signature } = batch
    const batchId = BigInt(batch.batchId)
    for (const { productId, acceptedAtMs, untilMs } of products)
      this.laneOf.get(productId)?.expect({ batchId, root, count, keyId, signature, acceptedAtMs }, untilMs)
  }
}
