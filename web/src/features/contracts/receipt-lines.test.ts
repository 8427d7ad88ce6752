import { ensure } from '@truestrike/core/assert.ts'
import { buildReceipt } from '@truestrike/core/proof/build-receipt.ts'
import { proofCases } from '@truestrike/core/proof/proof-cases.ts'
import { CHECKS, PROOF_CODES } from '@truestrike/core/proof/proof-code.ts'
import { honestParts } from '@truestrike/core/proof/proof-fixture.ts'
import type { Receipt } from '@truestrike/core/proof/receipt.ts'
import { expect, test } from 'vitest'
import { decidingPrices } from '../../lib/proof/deciding-prices.ts'
import type { CheckedReceipt } from '../../lib/proof/receipt-check.ts'
import english from '../../locales/en-US/proof.json'
import { elided } from './elided-rows.ts'
import { linesThatHold } from './receipt-lines.ts'

function settled(name: string) {
  const parts = honestParts(ensure(proofCases[name]))
  const built = buildReceipt(parts)
  if (!built.ok) throw new Error('incomplete')
  return { receipt: built.receipt, accepted: parts.accepted }
}
const won = settled('won, over a window')
const checked = (receipt: Receipt, more: Partial<CheckedReceipt> = {}): CheckedReceipt => ({
  receipt,
  passed: CHECKS,
  fault: null,
  deciding: null,
  ...more,
})
const keysOf = (of: CheckedReceipt) => linesThatHold(of).map(({ key }) => key)

test('[T11] each line is said once all of its checks hold; a figure line only when nothing is wrong', () => {
  const receipt: Receipt = { kind: 'settlement', ...won.receipt }
  expect(keysOf(checked(receipt))).toEqual([
    'accepted',
    'loggedInTime',
    'blocks',
    'whole',
    'prices',
    'profit',
    'contract',
  ])
  const fault = { code: 'source-time', details: {} } as const
  const passed = CHECKS.slice(0, CHECKS.indexOf('source-time'))
  expect(keysOf(checked(receipt, { passed, fault }))).toEqual(['accepted', 'loggedInTime', 'blocks'])
  expect(keysOf(checked({ kind: 'acceptance', ...won.accepted }))).toEqual(['accepted', 'terms'])
  expect(linesThatHold(checked(receipt)).find(({ key }) => key === 'prices')?.values).toEqual({
    opening: '500.00',
    closing: '501.00',
  })
  expect(keysOf({ receipt: null, passed: [], fault, deciding: null })).toEqual([])
})

test('[T11] of a cancelled contract the reason is recomputed, not prices; nothing says that it was in time', () => {
  const { receipt } = settled('cancelled, no opening price')
  const lines = keysOf(checked({ kind: 'settlement', ...receipt }))
  expect(lines).toEqual(['accepted', 'logged', 'blocks', 'whole', 'reason', 'profit', 'contract'])
})

test('[T11][L1] every line and everything that can be wrong is worded', () => {
  const { holds, fault } = english.receipt
  const lines = Object.keys(proofCases).flatMap((name) =>
    keysOf(checked({ kind: 'settlement', ...settled(name).receipt })),
  )
  expect([...lines, 'terms'].filter((key) => !(key in holds))).toEqual([])
  const codes = [...PROOF_CODES, 'other-contract', 'other-acceptance', 'kept-history']
  expect(codes.filter((code) => !(code in fault))).toEqual(['unknown-key'])
  expect(Object.keys(fault).filter((code) => !codes.includes(code))).toEqual([])
})

test('[T11] the prices around opening and closing, with their numbers; long runs are shortened', () => {
  const { opening, closing, counts, count, block } = decidingPrices(won.receipt)
  expect(opening.map(({ word }) => word)).toContain('acceptance')
  expect(opening.at(-1)).toMatchObject({
    word: 'opening',
    seq: won.receipt.claim.openingSeq,
    price: '500.00',
  })
  const counting = closing.filter(({ word }) => word === 'counts')
  expect([counting[0]?.seq, counting.at(-1)?.seq]).toEqual(counts)
  expect(closing.at(-1)?.seq).toBe(won.receipt.claim.decidedSeq)
  expect(count).toBe(opening.length + closing.length)
  expect(block?.hash).toMatch(/^[\w-]{43}$/)
  const cancelled = decidingPrices(settled('cancelled, source changed later').receipt)
  expect(cancelled.counts).toBeNull()
  expect(cancelled.closing.map(({ word }) => word)).toContain('source')
  const numbers = Array.from({ length: 11 }, (_, at) => at)
  expect(elided(numbers, 10)).toEqual({ head: [0, 1, 2, 3, 4], left: 1, tail: [6, 7, 8, 9, 10] })
  expect(elided(numbers, 11)).toEqual({ head: numbers, left: 0, tail: [] })
})
