import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ensure } from '../assert.ts'
import { encodeBase64url } from '../base64url.ts'
import { jsonMutations } from './json-mutations.ts'
import {
  type Liability,
  type LiabilityLeaf,
  liabilityJson,
  readLiability,
  type SignedLiabilityRoot,
} from './liabilities.ts'
import {
  buildTree,
  quickKey,
  signRoot,
  testLiabilities,
  testUid,
  verdictOn,
  verifyQuick,
} from './liability-fixture.ts'
import { testKey } from './proof-fixture.ts'
import { seededRandom } from './random-proofs.ts'
import { LIABILITY_CODES, verifyLiability } from './verify-liability.ts'

const key = testKey(1)
const balance = fc.bigInt(1n, 10n ** 13n)
const tree = (atLeast = 1) =>
  fc.record({
    balances: fc.array(balance, { minLength: atLeast, maxLength: 12 }),
    seed: fc.nat(),
    at: fc.nat(),
  })

describe('[P4] a balance in the tree of liabilities', () => {
  test('is found by everyone, and the total is that of all', () => {
    fc.assert(
      fc.property(tree(), (given) => {
        const { root, liabilities } = buildTree(given)
        expect(root.totalMicros).toBe(given.balances.reduce((sum, value) => sum + value, 0n))
        for (const liability of liabilities) {
          expect(verdictOn(liability)).toBe('good')
          expect(readLiability(JSON.parse(JSON.stringify(liabilityJson(liability))))).toEqual(liability)
        }
      }),
      { numRuns: 30 },
    )
  })

  test('cannot be shown with any value changed, by a bit or in kind', () => {
    const { liabilities } = testLiabilities({ balances: [5n, 7_000_000n, 11n], key, random: seededRandom(3) })
    const json = JSON.parse(JSON.stringify(liabilityJson(ensure(liabilities[1]))))
    expect(verifyLiability(json, [key.siteKey])).toMatchObject({ ok: true })
    const known = new Map<string, boolean>()
    const verdicts = [...jsonMutations(json)].map(({ at, how, json: changed }) => {
      const text = JSON.stringify(changed)
      const isGood = known.get(text) ?? verifyLiability(changed, [key.siteKey]).ok
      known.set(text, isGood)
      return { at, how, isGood }
    })
    expect(verdicts.length).toBeGreaterThan(150)
    expect(verdicts.filter(({ isGood }) => isGood)).toEqual([])
  })

  test('names what does not hold, the first thing first', () => {
    const { liabilities, root } = buildTree({ balances: [3n, 4n, 5n], seed: 1 })
    const [mine, other] = [ensure(liabilities[0]), ensure(liabilities[1])]
    const [first, second] = [ensure(mine.parts[0]), ensure(mine.parts[1])]
    const part = { ...first, amountMicros: first.amountMicros + 1n }
    const resigned = (change: Partial<SignedLiabilityRoot>): Liability => {
      const changed = { ...root, ...change }
      const again = signRoot({ key: quickKey, day: changed.day }, changed.count, {
        ...{ sum: changed.totalMicros, hash: new Uint8Array(32) },
      })
      return { ...mine, root: { ...changed, signature: again.signature } }
    }
    const found = [
      verdictOn({ ...mine, uid: 'me' }),
      verdictOn({ ...mine, root: { ...root, keyId: testKey(2).siteKey.id } }),
      verdictOn({ ...mine, balanceMicros: 4n }),
      verdictOn({ ...mine, balanceMicros: 2n * first.amountMicros, parts: [first, first] }),
      verdictOn({ ...mine, balanceMicros: mine.balanceMicros + 1n, parts: [part, second] }),
      verdictOn(resigned({ timeMs: root.timeMs + 86_400_000 })),
      verdictOn({ ...mine, root: { ...root, signature: encodeBase64url(new Uint8Array(64)) } }),
    ]
    const spans = [{ fromMs: root.timeMs + 1 }, { fromMs: 0, toMs: root.timeMs }]
    for (const span of spans) {
      const verdict = verifyLiability(liabilityJson(mine), [testKey(1, span).siteKey], verifyQuick)
      expect(verdict).toMatchObject({ ok: false, code: 'key-not-in-use' })
    }
    expect([...found, 'key-not-in-use'].sort()).toEqual([...LIABILITY_CODES].sort())
    // One leaf for two users with the same balance: it names one of them.
    expect(verdictOn({ ...mine, uid: other.uid })).toBe('not-in-tree')
    expect(verifyLiability(null, [])).toEqual({ ok: false, code: 'format', detail: '' })
  })
})

test('[P4] two users together learn no balance of a third, and no salt', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = seededRandom(seed)
      const balances = Array.from({ length: 12 }, () => BigInt(1 + Math.floor(random() * 2 ** 45)))
      const { liabilities, leaves } = buildTree({ balances, seed })
      const shown = [ensure(liabilities[0]), ensure(liabilities[1])]
      const sums = shown.flatMap(({ parts }) =>
        parts.flatMap(({ path }) => path.map(({ sumMicros }) => sumMicros)),
      )
      // Nor by taking one sum from another: what is left of a single leaf is a part.
      const differences = sums.flatMap((a) => sums.map((b) => a - b))
      const known = new Set([...sums, ...differences])
      const others = balances.slice(2).filter((_, index) => !isPair(leaves, testUid(index + 2)))
      expect(others.filter((value) => known.has(value))).toEqual([])
      const texts = JSON.stringify(shown.map(liabilityJson))
      const foreign = leaves.filter(({ uid }) => uid !== testUid(0) && uid !== testUid(1))
      for (const { salt, uid } of foreign) {
        expect(texts).not.toContain(encodeBase64url(salt))
        expect(texts).not.toContain(uid)
      }
    }),
    { numRuns: 50 },
  )
})

/** Whether both parts of a user happen to lie side by side: then their sum is a balance, and nobody can tell. */
function isPair(leaves: readonly LiabilityLeaf[], uid: string): boolean {
  const places = leaves.flatMap((leaf, at) => (leaf.uid === uid ? [at] : []))
  return Math.floor(ensure(places[0]) / 2) === Math.floor(ensure(places[1]) / 2)
}
