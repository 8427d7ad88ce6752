import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { ensure } from '../assert.ts'
import { encodeBase64url } from '../base64url.ts'
import type { Book } from '../ledger-posting.ts'
import { DAY_MS } from '../utc-day.ts'
import {
  type Liability,
  type LiabilityLeaf,
  type LiabilityRoot,
  liabilityJson,
  liabilityLeaf,
  liabilityMessage,
  PARTS,
  type SignedLiabilityRoot,
} from './liabilities.ts'
import { type TestKey, testKey } from './proof-fixture.ts'
import { seededRandom } from './random-proofs.ts'
import type { VerifySignature } from './signature.ts'
import { type SumNode, sumPath, sumRoot } from './sum-tree.ts'
import { verifyLiability } from './verify-liability.ts'

// A site's tree of liabilities in small, for tests; dishonest where a test wants it to be.

export interface LiabilityCase {
  readonly balances: readonly bigint[]
  readonly key: TestKey
  readonly book?: Book
  readonly day?: number
  /** Of a user; default `testUid`. */
  readonly uidOf?: (user: number) => string
  /** Numbers in [0, 1). */
  readonly random: () => number
}

export interface TestLiabilities {
  readonly root: SignedLiabilityRoot
  /** Of each balance, in the order given. */
  readonly liabilities: readonly Liability[]
  readonly leaves: readonly LiabilityLeaf[]
  readonly nodes: readonly SumNode[]
}

const TEST_DAY = 20_777
const MILLION = 1_000_000

export const testUid = (user: number): string => String(1_000_000_000 + user)

/** An honest tree over balances, each in two parts, in random order. */
export function testLiabilities(given: LiabilityCase): TestLiabilities {
  const { balances, random, book = 'real', day = TEST_DAY, uidOf = testUid } = given
  const ordered = balances
    .flatMap((balance, user) => {
      const first = (balance * BigInt(Math.floor(random() * MILLION))) / BigInt(MILLION)
      return [first, balance - first].map((amountMicros, part) => {
        const salt = sha256(utf8ToBytes(`${random()}`))
        return { book, day, uid: uidOf(user), part, salt, amountMicros }
      })
    })
    .map((leaf) => ({ leaf, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ leaf }) => leaf)
  const nodes = ordered.map(liabilityLeaf)
  const root = signRoot(given, nodes.length, sumRoot(nodes))
  const liabilities = balances.map((balanceMicros, user) => {
    const places = Array.from({ length: PARTS }, (_, part) =>
      ordered.findIndex((leaf) => leaf.uid === uidOf(user) && leaf.part === part),
    )
    return showPlaces({ uid: uidOf(user), balanceMicros, root }, places, ordered, nodes)
  })
  return { root, liabilities, leaves: ordered, nodes }
}

/** What a site shows of leaves at some places of a tree. */
export function showPlaces(
  head: Pick<Liability, 'uid' | 'balanceMicros' | 'root'>,
  places: readonly number[],
  leaves: readonly LiabilityLeaf[],
  nodes: readonly SumNode[],
): Liability {
  return {
    ...head,
    parts: places.map((index) => {
      const { salt, amountMicros } = ensure(leaves[index])
      return {
        index,
        salt: encodeBase64url(salt),
        amountMicros,
        path: sumPath(nodes, index).map(({ sum, hash }) => ({ sumMicros: sum, hash: encodeBase64url(hash) })),
      }
    }),
  }
}

export function signRoot(
  { key, book = 'real', day = TEST_DAY }: Pick<LiabilityCase, 'key' | 'book' | 'day'>,
  count: number,
  { sum, hash }: SumNode,
): SignedLiabilityRoot {
  const root: LiabilityRoot = {
    ...{ book, day, timeMs: day * DAY_MS + 5_000, count },
    ...{ totalMicros: sum, hash: encodeBase64url(hash) },
  }
  return { ...root, keyId: key.siteKey.id, signature: encodeBase64url(key.sign(liabilityMessage(root))) }
}

const key = testKey(1)
const signed = new Set<string>()
const lineOf = (message: Uint8Array, signature: Uint8Array): string =>
  `${encodeBase64url(message)} ${encodeBase64url(signature)}`

/** Signs as the test key does; a signature is looked up instead of computed, so that thousands are quick. */
export const quickKey: TestKey = {
  siteKey: key.siteKey,
  sign: (message) => {
    const signature = new Uint8Array(64).fill(9)
    signed.add(lineOf(message, signature))
    return signature
  },
}
export const verifyQuick: VerifySignature = (signature, message) => signed.has(lineOf(message, signature))

/** What a user's program says of what he is shown: `good`, or what does not hold. */
export function verdictOn(liability: Liability): string {
  const json: unknown = JSON.parse(JSON.stringify(liabilityJson(liability)))
  const verdict = verifyLiability(json, [key.siteKey], verifyQuick)
  return verdict.ok ? 'good' : verdict.code
}

/** An honest tree signed by the quick key. */
export const buildTree = ({
  balances,
  seed,
}: {
  balances: readonly bigint[]
  seed: number
}): TestLiabilities => testLiabilities({ balances, key: quickKey, random: seededRandom(seed) })
