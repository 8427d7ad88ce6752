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
  // SEPA, SWIFT (with the number of its enquiries), FPS, UPI, and one in other digits.
  ['bank', 'NOTPROVIDED/2026112800001', 'NOTPROVIDED/2026112800001'],
  ['bank', 'FT26332XK7Q1', 'FT26332XK7Q1'],
  ['bank', '97ed4827-7b6f-4491-a06f-b548d5a7512d', '97ed4827-7b6f-4491-a06f-b548d5a7512d'],
  ['bank', '2026112830T21', '2026112830T21'],
  ['bank', '633204718826', '633204718826'],
  ['bank', 'RF18 5390 0754 7034', 'RF18 5390 0754 7034'],
  ['bank', 'حوالة ٤٧١١', 'حوالة ٤٧١١'],
  ['bank', '----', null],
  ['bank', 'xxxx', null],
  ['bank', 'NOTPROVIDED', null],
  ['bank', '--1--', null],
  ['bank', 'x - 1 2', null],
  ['bank', '1 - 2 - x y', '1 - 2 - x y'],
  ['bank', '€€€ ½½½½', null],
  ['bank', '1\u0301\u0301\u0301\u0301', null],
  ['bank', 'x', null],
  ['bank', '    ', null],
  ['bank', 'r'.repeat(65), null],
  ['bank', '4711\u202e', null],
  ['bank', '47\n11', null],
] as const)('[D18] [B-2] on %s "%s" identifies a payment as %s', (network, typed, reference) => {
  expect(paymentReference(network, typed)).toBe(reference)
})
