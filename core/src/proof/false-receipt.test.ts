import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ensure } from '../assert.ts'
import { falseCases } from './false-cases.ts'
import { caseKeys, caseSiteKeys, settlementOf, story } from './judged-case.ts'
import { receiptJson } from './receipt-json.ts'
import { verifyReceipt } from './verify-receipt.ts'

const { lasting, other } = caseKeys
const json = receiptJson({ kind: 'settlement', ...settlementOf(story('won, over a window')) })

describe('[T11] a receipt that says something else than what was signed', () => {
  test.each(falseCases())('$name: $judgement', ({ receipt, judgement }) => {
    const verdict = verifyReceipt(receiptJson(receipt), caseSiteKeys)
    expect(verdict.ok ? 'good' : `${verdict.check} ${verdict.code}`).toBe(judgement)
  })

  test('a key that is not pinned', () => {
    const keyId = lasting.siteKey.id
    const verdict = verifyReceipt(json, [other.siteKey])
    expect(verdict).toMatchObject({ check: 'keys', code: 'unknown-key', details: { keyId } })
  })
})

describe('[T11] hostile JSON', () => {
  test.each([null, 1, 'a', [], {}, [json], { ...(json as object), format: 'truestrike-receipt/2' }])(
    '%#',
    (value) => {
      expect(verifyReceipt(value, [lasting.siteKey])).toMatchObject({ ok: false, code: 'format' })
    },
  )

  test('anything anywhere never throws', () => {
    const text = JSON.stringify(json)
    const strings = [...text.matchAll(/(?<=:)("[^"]*"|[0-9]+|null)/g)]
    const values = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(2 ** 53, -0, 1e300, '\ud800', '__proto__', '-0.00', '9'.repeat(50)),
      fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
    )
    fc.assert(
      fc.property(fc.nat({ max: strings.length - 1 }), values, (place, value) => {
        const found = ensure(strings[place])
        const changed =
          text.slice(0, found.index) + JSON.stringify(value) + text.slice(found.index + found[0].length)
        if (changed !== text)
          expect(verifyReceipt(JSON.parse(changed), [lasting.siteKey]).ok).toBe(changed === text)
      }),
      { numRuns: 2_000 },
    )
  })
})
