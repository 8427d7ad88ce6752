import { expect, test } from 'vitest'
import { paymentReference } from './payment-reference.ts'

const HASH = 'a1'.repeat(32)

test.each([
  ['eth', `0x${HASH}`, `0x${HASH}`],
  ['eth', ` 0X${HASH.toUpperCase()} `, `0x${HASH}`],
  ['eth', HASH, null],
  ['eth', `0x${HASH}0`, null],
  ['eth', `0x${'g'.repeat(64)}`, null],
  ['tron', HASH.toUpperCase(), HASH],
  ['tron', `0x${HASH}`, null],
  ['tron', HASH.slice(1), null],
  ['tron', 'x', null],
  ['bank', ' E2E-4711/2026 ', 'E2E-4711/2026'],
  ['bank', 'Überweisung 17', 'Überweisung 17'],
  ['bank', 'x', null],
  ['bank', '    ', null],
  ['bank', 'r'.repeat(65), null],
  ['bank', '4711\u202e', null],
  ['bank', '47\n11', null],
] as const)('[D18] on %s "%s" identifies a payment as %s', (network, typed, reference) => {
  expect(paymentReference(network, typed)).toBe(reference)
})
