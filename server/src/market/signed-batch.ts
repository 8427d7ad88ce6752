/**
 * The signed root of orders that were accepted together (docs/proof.md), as it goes over the bus to whoever writes the
 * logs of their products. Plain JSON values.
 */
export interface SignedBatch {
  /** Id of the first contract. */
  batchId: string
  /** Base64url, as are key id and signature. */
  root: string
  /** Orders in the batch. */
  count: number
  keyId: string
  signature: string
  products: BatchProduct[]
}

export interface BatchProduct {
  productId: number
  /** Moment of acceptance: all orders of one product have the same. */
  acceptedAtMs: number
  /** The last expiry among them. */
  untilMs: number
}

/** Published once the batch is durable. It may be lost: the log's writer asks its `BatchSource` for what did not come. */
export const BATCHES_SUBJECT = 'market.batches'

/** Whoever accepts orders, as the log's writer knows it. */
export interface BatchSource {
  /** Batches anew from what was stored of them. */
  readBatches(ids: readonly bigint[]): Promise<SignedBatch[]>
  /** The last expiry of open contracts, by product; none: not in it. */
  listOpenUntil(productIds: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** The first acceptance of open contracts, by product; none: not in it. */
  listOpenSince(productIds: readonly number[]): Promise<ReadonlyMap<number, number>>
}

/** Nobody accepts anything. */
export const NO_BATCHES: BatchSource = {
  readBatches: async () => [],
  listOpenUntil: async () => new Map(),
  listOpenSince: async () => new Map(),
}
