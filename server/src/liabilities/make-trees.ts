import { encodeBase64url } from '@truestrike/core/base64url.ts'
import { liabilityMessage } from '@truestrike/core/proof/liabilities.ts'
import { DAY_MS } from '@truestrike/core/utc-day.ts'
import type { Clock } from '../platform/clock.ts'
import { readRestored } from '../platform/restored.ts'
import type { RandomBytes } from '../platform/secret-token.ts'
import type { Signer } from '../proof/signer.ts'
import { buildTree } from './build-tree.ts'
import { type Book, booksOfDay, claimDay, deleteLeavesBefore, insertTree } from './liabilities.store.ts'
import { type BalanceSources, takeBalances } from './take-balances.ts'

const BOOKS: readonly Book[] = ['demo', 'real']
/** A process that has not renewed its claim for so long is dead: another one begins. By the database's clock. */
const CLAIM_MS = 60_000
const RENEW_EVERY_MS = 15_000
/** Days a user finds his balance in; roots are kept for ever. */
const KEPT_DAYS = 30

export interface TreeMakers extends BalanceSources {
  clock: Clock
  random: RandomBytes
  signer: Pick<Signer, 'signAt'>
  /** Unique to this process. */
  owner: string
}

/** Makes what is missing of today's trees, unless another process is at it. Call it often: it does little when all is there. */
export function createTreeMaker(makers: TreeMakers): () => Promise<void> {
  const { db, clock, owner } = makers
  let doneDay = -1
  // The embedded database belongs to this process alone: a claim of before its start is of one that is dead.
  let force = db.kind === 'pglite'
  return async () => {
    const day = Math.floor(clock.nowMs() / DAY_MS)
    if (day === doneDay) return
    const made = await booksOfDay(db, day)
    const missing = BOOKS.filter((book) => !made.includes(book))
    // The day of a restore may have a root already that is lost: a second one would contradict it.
    const restored = await readRestored(db)
    const isLost = restored !== null && day <= Math.floor(restored.atMs / DAY_MS)
    if (missing.length > 0 && !isLost) {
      const claim = (): Promise<boolean> => claimDay(db, { day, owner, claimMs: CLAIM_MS, force })
      if (!(await claim())) return
      force = false
      const stopRenewing = clock.every(RENEW_EVERY_MS, async () => {
        // One that fails is one that is missing: whoever then begins too finds that one of them was first.
        await claim().catch(() => false)
      })
      try {
        for (const book of missing) await makeTree(makers, book, day)
      } finally {
        stopRenewing()
      }
      await deleteLeavesBefore(db, day - KEPT_DAYS)
    }
    doneDay = day
  }
}

async function makeTree(makers: TreeMakers, book: Book, day: number): Promise<void> {
  const taken = await takeBalances(makers, book)
  // Midnight has passed meanwhile: this day has no tree, the next one gets its own.
  if (Math.floor(taken.takenMs / DAY_MS) !== day) return
  const built = await buildTree(taken, day, makers.random)
  const { root, leafCount, secret, chunkRoots } = built
  const { keyId, signature } = makers.signer.signAt(
    taken.takenMs,
    liabilityMessage({
      ...{ book, day, timeMs: taken.takenMs, count: leafCount },
      ...{ totalMicros: root.sum, hash: encodeBase64url(root.hash) },
    }),
  )
  const tree = {
    ...{ book, day, takenMs: BigInt(taken.takenMs), leafCount, totalMicros: root.sum, root: root.hash },
    ...{ keyId, signature: Buffer.from(signature, 'base64url'), secret, chunkRoots },
  }
  await makers.db.tx((sql) => insertTree(sql, tree, built))
}
