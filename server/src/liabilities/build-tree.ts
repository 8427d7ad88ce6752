import { createHmac } from 'node:crypto'
import { ensure } from '@truestrike/core/assert.ts'
import { liabilityLeaf, PARTS, SALT_BYTES } from '@truestrike/core/proof/liabilities.ts'
import { type SumNode, sumRoot } from '@truestrike/core/proof/sum-tree.ts'
import type { RandomBytes } from '../platform/secret-token.ts'
import type { TreeChunks } from './liabilities.store.ts'
import { chunksOf, readNodes, roomForNodes, writeNode } from './packed-nodes.ts'
import { roomForShares, shareChunksOf, writeShare } from './packed-shares.ts'
import type { TakenBalances } from './take-balances.ts'

/** Users, or leaves, worked on before the event loop gets its turn: a few ms. */
const USERS_PER_TURN = 100
const CHUNKS_PER_TURN = 1
const RANDOM_BYTES_AT_ONCE = 6 * 8_192
const TWO_48 = 2 ** 48
const SECRET_BYTES = 32

export interface BuiltTree extends TreeChunks {
  root: SumNode
  leafCount: number
  secret: Uint8Array
  chunkRoots: Uint8Array
}

/** Salts of one user's parts: told to him, and of no use for finding another one's. HMAC-SHA512(secret, uid), a half each. */
export function saltsOf(secret: Uint8Array, uid: string): readonly [Uint8Array, Uint8Array] {
  const both = createHmac('sha512', secret).update(uid).digest()
  return [both.subarray(0, SALT_BYTES), both.subarray(SALT_BYTES)]
}

/** The tree over balances, in random order, each split at random. Long work in small turns. */
export async function buildTree(taken: TakenBalances, day: number, random: RandomBytes): Promise<BuiltTree> {
  const users = taken.userIds.length
  const leafCount = users * PARTS
  const secret = random(SECRET_BYTES)
  const number = randomNumbers(random)
  const places = await shuffled(leafCount, number)
  const leaves = roomForNodes(leafCount)
  const shares = roomForShares(users)
  for (let user = 0; user < users; user += 1) {
    const uid = String(ensure(taken.uids[user]))
    const balance = ensure(taken.micros[user])
    const first = (BigInt(number(TWO_48)) * (balance + 1n)) / BigInt(TWO_48)
    const amounts = [first, balance - first] as const
    const mine = [ensure(places[user * PARTS]), ensure(places[user * PARTS + 1])] as const
    const salts = saltsOf(secret, uid)
    for (const [part, amountMicros] of amounts.entries()) {
      const salt = ensure(salts[part])
      const leaf = liabilityLeaf({ book: taken.book, day, uid, part, salt, amountMicros })
      writeNode(leaves, ensure(mine[part]), leaf)
    }
    writeShare(shares, user, { userId: ensure(taken.userIds[user]), amounts, places: mine })
    if (user % USERS_PER_TURN === 0) await turn()
  }
  const chunks = chunksOf(leaves)
  const chunkRoots = roomForNodes(chunks.length)
  for (const [at, chunk] of chunks.entries()) {
    writeNode(chunkRoots, at, sumRoot(readNodes(chunk)))
    if (at % CHUNKS_PER_TURN === 0) await turn()
  }
  return {
    ...{ leafCount, secret, chunkRoots, leaves: chunks, shares: shareChunksOf(shares) },
    root: sumRoot(readNodes(chunkRoots)),
  }
}

/** 0 to count − 1 in an order that nobody can guess (Fisher and Yates). */
async function shuffled(count: number, number: (below: number) => number): Promise<Uint32Array> {
  const order = new Uint32Array(count)
  for (let at = 0; at < count; at += 1) order[at] = at
  for (let at = count - 1; at > 0; at -= 1) {
    const other = number(at + 1)
    const held = ensure(order[at])
    order[at] = ensure(order[other])
    order[other] = held
    if (at % RANDOM_BYTES_AT_ONCE === 0) await turn()
  }
  return order
}

/** Whole numbers from 0 below a bound, at most 2^48; even but for one part in 2^48 / bound. */
function randomNumbers(random: RandomBytes): (below: number) => number {
  let bytes = Buffer.alloc(0)
  let used = 0
  return (below) => {
    if (used >= bytes.length) {
      bytes = Buffer.from(random(RANDOM_BYTES_AT_ONCE))
      used = 0
    }
    used += 6
    return Math.floor((bytes.readUIntBE(used - 6, 6) / TWO_48) * below)
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
