import { assert, ensure } from '@truestrike/core/assert.ts'
import type { AcceptanceReceipt } from '@truestrike/core/proof/receipt.ts'
import type { ReceiptJson } from '@truestrike/protocol/proof-endpoints.ts'
import type { BatchProduct, BatchSource, SignedBatch } from '../market/signed-batch.ts'
import type { Db } from '../platform/db.ts'
import type { Signature, Signer } from '../proof/signer.ts'
import {
  type AcceptedRow,
  type BatchedOrder,
  getAccepted,
  listBatchedOrders,
  listOpenSince,
  listOpenUntil,
} from './acceptance.store.ts'
import { type AcceptedOrder, acceptanceJson, acceptanceReceipt } from './acceptance-receipt.ts'
import { type BatchProof, leafOf, proofAt, proveBatch } from './batch-proof.ts'
import type { GameRulesService } from './game-rules.service.ts'
import { hashText } from './hash-text.ts'

/** A contract of a user and what was signed when it was accepted. */
export interface FoundAcceptance {
  row: AcceptedRow
  receipt: AcceptanceReceipt
  /** Number of the entry with the batch's root in the log of the product; null while it is not there. */
  rootSeq: number | null
}

interface Parts {
  db: Db
  signer: Signer
  rules: Pick<GameRulesService, 'getRules'>
}

/** A log's head, and with it the time of acceptance, may be ahead of the clock by this much. */
const ACCEPTED_AHEAD_MS = 5_000

export type AcceptancesService = ReturnType<typeof createAcceptancesService>

/** Signs what was accepted, once a batch, and shows it again from what is stored. */
export function createAcceptancesService({ db, signer, rules }: Parts) {
  const source: BatchSource = {
    async readBatches(ids) {
      const batches: SignedBatch[] = []
      for (const id of ids) {
        const orders = await listBatchedOrders(db, id)
        const open = orders.filter(({ rootSeq }) => rootSeq === null)
        if (open.length > 0) batches.push(signedBatch(id, open, proofOf(signer, orders)))
      }
      return batches
    },
    async listOpenUntil(productIds) {
      const rows = await listOpenUntil(db, productIds)
      return new Map(rows.map(({ productId, untilMs }) => [productId, Number(untilMs)]))
    },
    async listOpenSince(productIds) {
      const rows = await listOpenSince(db, productIds)
      return new Map(rows.map(({ productId, sinceMs }) => [productId, Number(sinceMs)]))
    },
  }
  const describe = async (row: AcceptedRow): Promise<FoundAcceptance> => {
    const orders = await listBatchedOrders(db, row.batchId)
    const index = orders.findIndex((order) => order.id === row.id)
    const rule = ensure((await rules.getRules([row.ruleId])).get(row.ruleId))
    const rootSeq = orders[index]?.rootSeq ?? null
    return {
      row,
      receipt: acceptanceReceipt({ row, rule }, proofAt(proofOf(signer, orders), index)),
      rootSeq: rootSeq === null ? null : Number(rootSeq),
    }
  }
  return {
    source,

    /** Whether what is accepted at this time can be signed: without its root in the log no receipt would ever hold. */
    canSign: (nowMs: number): boolean =>
      signer.canSignAt(nowMs) && signer.canSignAt(nowMs + ACCEPTED_AHEAD_MS),

    /** Signs the orders one call has accepted, ascending by id: the batch for the log, and the receipt of each in order. */
    sign(orders: readonly AcceptedOrder[]): { batch: SignedBatch; receipts: ReceiptJson[] } {
      const rows = orders.map(({ row }) => row)
      const leaves = rows.map(leafOf)
      const proof = proveBatch(leaves, (message) => signer.signAt(signingTime(rows), message))
      return {
        batch: signedBatch(ensure(rows[0]).id, rows, proof),
        receipts: orders.map((order, at) => acceptanceJson(order, proofAt(proof, at))),
      }
    },

    /** Null for a contract that does not exist and for another user's alike. */
    async find(userId: bigint, id: bigint): Promise<FoundAcceptance | null> {
      const row = await getAccepted(db, id)
      return row?.userId === userId ? describe(row) : null
    },

    /** The same of whoever's it is, for administrators. */
    async findAny(id: bigint): Promise<FoundAcceptance | null> {
      const row = await getAccepted(db, id)
      return row === null ? null : describe(row)
    },
  }
}

/** With the signature of the log's entry; as long as there is none, signed anew for the same time. */
function proofOf(signer: Signer, orders: readonly BatchedOrder[]): BatchProof {
  const [first] = orders
  assert(first !== undefined, 'a batch has orders')
  const { keyId, signature } = first
  const stored: Signature | null =
    keyId === null || signature === null ? null : { keyId, signature: hashText(signature) }
  return proveBatch(orders.map(leafOf), (message) => stored ?? signer.signAt(signingTime(orders), message))
}

/** The least of the batch. The others are later by what a log's head may be ahead of the clock: a retired key signs on for longer. */
function signingTime(orders: readonly { acceptedAtMs: bigint }[]): number {
  return Number(
    orders.reduce(
      (least, { acceptedAtMs }) => (acceptedAtMs < least ? acceptedAtMs : least),
      ensure(orders[0]).acceptedAtMs,
    ),
  )
}

function signedBatch(
  batchId: bigint,
  orders: readonly { productId: number; acceptedAtMs: bigint; expiresAtMs: bigint }[],
  { root, count, keyId, signature }: BatchProof,
): SignedBatch {
  const products = new Map<number, BatchProduct>()
  for (const { productId, acceptedAtMs, expiresAtMs } of orders) {
    const untilMs = Number(expiresAtMs)
    const known = products.get(productId)
    if (known === undefined)
      products.set(productId, { productId, acceptedAtMs: Number(acceptedAtMs), untilMs })
    else known.untilMs = Math.max(known.untilMs, untilMs)
  }
  return { batchId: batchId.toString(), root, count, keyId, signature, products: [...products.values()] }
}
