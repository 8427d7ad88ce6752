import { describe, expect, test } from 'vitest'
import { caseSiteKeys } from './judged-case.ts'
import { logCases } from './log-cases.ts'
import { outcomeCases } from './outcome-cases.ts'
import { receiptJson } from './receipt-json.ts'
import { verifyReceipt } from './verify-receipt.ts'

describe('[T11] a log is judged by the rules of the document', () => {
  test.each([...logCases(), ...outcomeCases()])('$name: $judgement', ({ receipt, judgement }) => {
    const verdict = verifyReceipt(receiptJson(receipt), caseSiteKeys)
    expect(verdict.ok ? 'good' : `${verdict.check} ${verdict.code}`).toBe(judgement)
  })
})
