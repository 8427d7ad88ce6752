import { ensure } from '@truestrike/core/assert.ts'
import { liabilityJson } from '@truestrike/core/proof/liabilities.ts'
import { type LiabilityCase, testLiabilities, testUid } from '@truestrike/core/proof/liability-fixture.ts'
import { testKey } from '@truestrike/core/proof/proof-fixture.ts'
import { seededRandom } from '@truestrike/core/proof/random-proofs.ts'
import { expect, test } from 'vitest'
import { keepTotal } from './kept-totals.ts'
import { checkLiability } from './liability-check.ts'

const key = testKey(1)
const treeOf = (balances: bigint[], of: Partial<LiabilityCase> = {}) =>
  ensure(testLiabilities({ balances, key, random: seededRandom(1), ...of }).liabilities[0])
const first = treeOf([5n, 6n])
const mine = liabilityJson(first)
const verified: unknown[] = []
const asked: [readonly string[], boolean][] = []
/** A browser with a storage of its own, that trusts these keys. */
function browserOf(...keys: (typeof key.siteKey)[]) {
  let kept: string | null = null
  const storage = {
    read: () => (kept === null ? null : (JSON.parse(kept) as Record<string, unknown>)),
    write: (text: string): void => {
      kept = text
    },
  }
  return {
    storage,
    keepTotal: (root: typeof first.root) => keepTotal(root, storage),
    ring: {
      trusted: async (wanted: readonly string[] = [], again = false) => {
        asked.push([wanted, again])
        return keys
      },
      verified: (...signed: unknown[]) => void verified.push(signed),
    },
  }
}
const me = { uid: testUid(0), book: 'real' } as const

test('[P4] a balance is counted when it holds with the keys this browser trusts, and is the user’s own', async () => {
  expect(await checkLiability(mine, me, browserOf(key.siteKey), true)).toEqual({
    ...{ liability: first, fault: null, kept: null },
  })
  expect(asked).toEqual([[[key.siteKey.id], true]])
  expect(verified).toEqual([[key.siteKey.id, first.root.timeMs, mine]])
  const faultOf = async (json: unknown, expected: { uid: string; book: 'demo' | 'real' }) =>
    (await checkLiability(json, expected, browserOf(key.siteKey), false)).fault
  expect(await faultOf(mine, { ...me, uid: testUid(1) })).toBe('other-user')
  expect(await faultOf(mine, { ...me, book: 'demo' })).toBe('other-book')
  expect(await faultOf({ ...(mine as object), balance: '1.00' }, me)).toBe('balance')
  expect(await faultOf({ format: 'other' }, me)).toBe('format')
  expect(await faultOf(null, me)).toBe('format')
  const stranger = await checkLiability(mine, me, browserOf(testKey(2).siteKey), false)
  expect(stranger).toEqual({ liability: null, fault: 'unknown-key', kept: null })
})

test('[P4] another total of the same book and day is told of at the next visit, with the one kept before', async () => {
  const browser = browserOf(key.siteKey)
  const check = async (of: typeof first, expected = me) =>
    await checkLiability(liabilityJson(of), expected, browser, false)
  expect(await check(first)).toMatchObject({ fault: null })
  expect(await check(first)).toMatchObject({ fault: null })
  // Other books and other days have totals of their own.
  expect((await check(treeOf([5n], { day: first.root.day + 1 }))).fault).toBeNull()
  const demo = treeOf([5n], { book: 'demo' })
  expect(
    (await checkLiability(liabilityJson(demo), { ...me, book: 'demo' }, browser, false)).fault,
  ).toBeNull()

  const { root } = mine as { root: object }
  // One balance less: the total is smaller, the user's own still holds.
  expect(await check(treeOf([5n]))).toMatchObject({ fault: 'other-total', kept: root })
  // The first one stays, whatever is told after it.
  expect(await check(treeOf([5n]))).toMatchObject({ fault: 'other-total', kept: root })
  expect(await check(first)).toMatchObject({ fault: null })
  // What does not hold by itself is never kept.
  expect(Object.keys(browser.storage.read() ?? {})).toHaveLength(3)
})

test('[P4] the newest totals stay', () => {
  const { storage } = browserOf()
  for (let day = 20_000; day < 20_100; day += 1) keepTotal({ ...first.root, day }, storage)
  const kept = Object.keys(storage.read() ?? {})
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([62, 'real 20038', 'real 20099'])
})
