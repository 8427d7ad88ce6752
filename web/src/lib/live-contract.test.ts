import { expect, test } from 'vitest'
import { shortCountdown } from './live-contract.ts'
import { formatCountdown } from './time-format.ts'

test('[T7] what is left is five characters at most in a small ring, from seconds to days', () => {
  const left = [7, 345, 3_599, 3_600, 14_399, 86_399, 86_400, 86_400 * 9 - 1]
  expect(left.map((seconds) => shortCountdown(formatCountdown(seconds * 1000)))).toEqual([
    '0:07',
    '5:45',
    '59:59',
    '1h00',
    '3h59',
    '23h59',
    '1d00',
    '8d23',
  ])
})
