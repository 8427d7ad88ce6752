import { describe, expect, test } from 'vitest'
import { dishonestCases } from './dishonest-cases.ts'
import { caseSiteKeys } from './judged-case.ts'
import { receiptJson } from './receipt-json.ts'
import { verifyReceipt } from './verify-receipt.ts'

describe('[T11] what a dishonest site signs is found out', () => {
  test.each(dishonestCases())('$name: $judgement', ({ receipt, judgement }) => {
    const verdict = verifyReceipt(receiptJson(receipt), caseSiteKeys)
    expect(verdict.ok ? 'good' : `${verdict.check} ${verdict.code}`).toBe(judgement)
  })
})
