import { ensure } from '@truestrike/core/assert.ts'
import { liabilityJson } from '@truestrike/core/proof/liabilities.ts'
import { testLiabilities, testUid } from '@truestrike/core/proof/liability-fixture.ts'
import { testKey } from '@truestrike/core/proof/proof-fixture.ts'
import { seededRandom } from '@truestrike/core/proof/random-proofs.ts'
import { expect, test } from 'vitest'
import { checkLiability } from './liability-check.ts'

const key = testKey(1)
const { liabilities } = testLiabilities({ balances: [5n, 6n], key, random: seededRandom(1) })
const mine = liabilityJson(ensure(liabilities[0]))
const asked: [readonly string[], boolean][] = []
const ringOf = (...keys: (typeof key.siteKey)[]) => ({
  trusted: async (wanted: readonly string[] = [], again = false) => {
    asked.push([wanted, again])
    return keys
  },
})
const me = { uid: testUid(0), book: 'real' } as const

test('[P4] a balance is counted when it holds with the keys this browser trusts, and is the user’s own', async () => {
  expect(await checkLiability(mine, me, ringOf(key.siteKey), true)).toEqual({
    liability: liabilities[0],
    fault: null,
  })
  expect(asked).toEqual([[[key.siteKey.id], true]])
  const faultOf = async (json: unknown, expected: { uid: string; book: 'demo' | 'real' }) =>
    (await checkLiability(json, expected, ringOf(key.siteKey), false)).fault
  expect(await faultOf(mine, { ...me, uid: testUid(1) })).toBe('other-user')
  expect(await faultOf(mine, { ...me, book: 'demo' })).toBe('other-book')
  expect(await faultOf({ ...(mine as object), balance: '1.00' }, me)).toBe('balance')
  expect(await faultOf({ format: 'other' }, me)).toBe('format')
  expect(await faultOf(null, me)).toBe('format')
  const stranger = await checkLiability(mine, me, ringOf(testKey(2).siteKey), false)
  expect(stranger).toEqual({ liability: null, fault: 'unknown-key' })
})
