import { ensure } from '@truestrike/core/assert.ts'
import { encodeBase64url } from '@truestrike/core/base64url.ts'
import {
  type Liability,
  liabilityJson,
  liabilityRootJson,
  type SignedLiabilityRoot,
} from '@truestrike/core/proof/liabilities.ts'
import { sumPath } from '@truestrike/core/proof/sum-tree.ts'
import { formatDay, parseDay } from '@truestrike/core/utc-day.ts'
import type { MyLiability, LiabilityRoot as WireRoot } from '@truestrike/protocol/liability-endpoints.ts'
import { AppError } from '../platform/app-error.ts'
import type { Db } from '../platform/db.ts'
import { saltsOf } from './build-tree.ts'
import { type Book, getLeaves, getShares, getTree, listTrees, type TreeRow } from './liabilities.store.ts'
import { NODES_PER_CHUNK, readNodes } from './packed-nodes.ts'
import { findShare, type Share } from './packed-shares.ts'

const ROOTS_PER_PAGE = 30

export type LiabilitiesService = ReturnType<typeof createLiabilitiesService>

/** Signed totals, and a user's own balance in them. */
export function createLiabilitiesService({ db }: { db: Db }) {
  return {
    /** Of a book, ascending by day: from one on, or the newest. */
    async listRoots(query: { book: Book; fromDay?: string | undefined; limit?: number | undefined }) {
      const limit = query.limit ?? ROOTS_PER_PAGE
      const fromDay = query.fromDay === undefined ? null : dayOf(query.fromDay, 'fromDay')
      const trees = await listTrees(db, { book: query.book, fromDay, limit })
      const last = trees.at(-1)
      const isFull = fromDay !== null && trees.length === limit
      return {
        roots: trees.map((tree) => liabilityRootJson(rootOf(tree)) as WireRoot),
        nextDay: isFull && last !== undefined ? formatDay(last.day + 1) : null,
      }
    },

    /** A user's balance in the tree of a day, or the newest one. */
    async showMine(
      { userId, uid }: { userId: bigint; uid: string },
      query: { book: Book; day?: string | undefined },
    ): Promise<MyLiability> {
      const tree = await getTree(db, query.book, query.day === undefined ? null : dayOf(query.day, 'day'))
      if (tree === null) return { state: 'none', root: null, liability: null }
      const root = rootOf(tree)
      const wireRoot = liabilityRootJson(root) as WireRoot
      const { secret, chunkRoots } = tree
      if (secret === null || chunkRoots === null)
        return { state: 'forgotten', root: wireRoot, liability: null }
      const shares = await getShares(db, tree.book, tree.day, userId)
      const share = shares === null ? null : findShare(shares, userId)
      if (share === null) return { state: 'nothing', root: wireRoot, liability: null }
      const salts = saltsOf(secret, uid)
      const parts = await showParts(db, { ...tree, chunkRoots }, share)
      if (parts === null) return { state: 'forgotten', root: wireRoot, liability: null }
      const liability: Liability = {
        ...{ uid, root, balanceMicros: share.amounts[0] + share.amounts[1] },
        parts: parts.map((part, number) => ({ ...part, salt: encodeBase64url(ensure(salts[number])) })),
      }
      return {
        ...{ state: 'counted', root: wireRoot },
        liability: liabilityJson(liability) as NonNullable<MyLiability['liability']>,
      }
    },
  }
}

function dayOf(text: string, field: string): number {
  const day = parseDay(text)
  if (!day.ok) throw new AppError('INVALID_PARAMETERS', { fields: [{ field, rule: 'date' }] })
  return day.value
}

function rootOf(tree: TreeRow): SignedLiabilityRoot {
  return {
    ...{ book: tree.book, day: tree.day, timeMs: Number(tree.takenMs), count: tree.leafCount },
    ...{ totalMicros: tree.totalMicros, hash: encodeBase64url(tree.root) },
    ...{ keyId: tree.keyId, signature: encodeBase64url(tree.signature) },
  }
}

/** Both parts with their paths: up to the root of their row, then through the roots of the rows. */
async function showParts(
  db: Db,
  { book, day, chunkRoots }: { book: Book; day: number; chunkRoots: Uint8Array },
  { amounts, places }: Share,
) {
  const chunks = places.map((place) => Math.floor(place / NODES_PER_CHUNK))
  const leaves = await getLeaves(db, book, day, chunks)
  const tops = readNodes(chunkRoots)
  const parts = places.map((index, part) => {
    const chunk = Math.floor(index / NODES_PER_CHUNK)
    const packed = leaves.get(chunk)
    if (packed === undefined) return null
    const path = [...sumPath(readNodes(packed), index % NODES_PER_CHUNK), ...sumPath(tops, chunk)]
    return {
      ...{ index, amountMicros: amounts[part] ?? 0n },
      path: path.map(({ sum, hash }) => ({ sumMicros: sum, hash: encodeBase64url(hash) })),
    }
  })
  return parts.every((part) => part !== null) ? parts : null
}
