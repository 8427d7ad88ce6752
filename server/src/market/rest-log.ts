import { randomUUID } from 'node:crypto'
import type { Db } from '../platform/db.ts'
import type { Signer } from '../proof/signer.ts'
import { headsOf } from './log.store.ts'
import { insertBlocks } from './log-blocks.store.ts'
import { draftBlock, takeOverLog } from './open-block.ts'
import { listProductRecords } from './product.store.ts'
import { releaseLeases, takeLeases } from './product-leases.store.ts'

/** Engines take their products back by themselves after that, whatever becomes of this process. */
const REST_MS = 5_000

export interface RestParts {
  db: Db
  signer: Signer
  /** Service time. */
  nowMs: number
}

/**
 * Runs `work` while every entry of every product is in a signed block and nothing is appended: for a copy of the database
 * whose logs end where the site has signed that they do. Products are taken from the engines that have them, as from dead
 * ones; these take them back when it is over, well within a second.
 */
export async function restLog<T>({ db, signer, nowMs }: RestParts, work: () => Promise<T>): Promise<T> {
  const owner = randomUUID()
  const products = await listProductRecords(db)
  await db.tx((sql) => takeLeases(sql, { owner, leaseMs: REST_MS, force: true }))
  try {
    const heads = await headsOf(
      db,
      products.map(({ id }) => id),
    )
    for (const { id, symbol, version, precision } of products) {
      const head = heads.get(id)
      if (head === undefined || head.lastSeq === 0) continue
      const product = { symbol, version, precision }
      const { open } = await takeOverLog(db, product, head, { signer, nowMs })
      const block = draftBlock({ head, open, product }, { signer, nowMs })
      if (block !== null) await db.tx((sql) => insertBlocks(sql, [block]))
    }
    return await work()
  } finally {
    await releaseLeases(db, owner)
  }
}
