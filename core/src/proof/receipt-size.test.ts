import { expect, test } from 'vitest'
import { minuteReceipt } from './minute-fixture.ts'
import { testKey } from './proof-fixture.ts'
import { receiptJson } from './receipt-json.ts'
import { verifyReceipt } from './verify-receipt.ts'

const RECEIPT_BYTES_MAX = 20_000

test.each([1_000, 10_000])('[T11] the receipt of a minute with blocks of %i ms is small', (blockMs) => {
  const receipt = minuteReceipt(blockMs)
  const json = receiptJson({ kind: 'settlement', ...receipt })
  expect(verifyReceipt(json, [testKey(1).siteKey])).toMatchObject({ ok: true })
  expect(receipt.claim.state).toBe('completed')
  expect(JSON.stringify(json).length).toBeLessThan(RECEIPT_BYTES_MAX)
})
