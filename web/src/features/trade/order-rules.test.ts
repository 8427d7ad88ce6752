import type { GameRule } from '@truestrike/protocol/trade-endpoints.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundsOf, largestAmount, steppedAmount } from './amount-rules.ts'
import { type OrderObstacle, obstacleOf } from './order-checks.ts'
import { quoteOf } from './order-quote.ts'
import { createPeriodLimiter } from './period-limiter.ts'

const USDT = 1_000_000n
const rule: GameRule = {
  durationSeconds: 60,
  payoutBps: 8_200,
  stakeMin: '1',
  stakeMax: '5000',
  windowMs: 3_000,
  openingDelayMs: 300,
  openTimeoutMs: 5_000,
  staleMs: 3_000,
  maxGapMs: 5_000,
  version: 1,
  hash: 'h',
}
const fine = {
  online: true,
  status: 'open' as const,
  priceAgeMs: 200,
  rule,
  stake: 50n * USDT,
  availableMicros: 100n * USDT,
  ownMaxMicros: null,
  closesInMs: null,
}

test('[M3] a second change of period within a second is refused, and a refused one does not start the wait anew', () => {
  const limiter = createPeriodLimiter()
  expect([5_000, 5_400, 5_999, 6_000, 6_999, 7_001].map(limiter.allow)).toEqual([
    true,
    false,
    false,
    true,
    false,
    true,
  ])
})

test.each<[string, Partial<typeof fine> | Record<string, unknown>, OrderObstacle | null]>([
  ['nothing', {}, null],
  ['no connection', { online: false }, 'offline'],
  ['a disabled product', { status: 'disabled' }, 'disabled'],
  ['a closed market', { status: 'closed' }, 'closed'],
  ['a closed market without prices', { status: 'closed', closesInMs: 59_999 }, 'closed'],
  ['a market that closes before the end', { closesInMs: 59_999 }, 'closing'],
  ['a market that closes at the end', { closesInMs: 60_000 }, null],
  ['a market whose last known close is past', { closesInMs: -1 }, null],
  ['a product that is not known', { status: undefined }, 'stale'],
  ['a stale price', { status: 'stale' }, 'stale'],
  ['a price older than the rule allows', { priceAgeMs: 3_001 }, 'stale'],
  ['a price of unknown age', { priceAgeMs: null }, null],
  ['no rule', { rule: undefined }, 'no-rule'],
  ['no amount', { stake: 'no-amount' }, 'no-amount'],
  ['an amount that could be two', { stake: 'unclear-amount' }, 'unclear-amount'],
  ['less than the minimum', { stake: USDT - 1n }, 'too-small'],
  ['more than the maximum', { stake: 5_000n * USDT + 1n, availableMicros: 9_000n * USDT }, 'too-large'],
  ['more than they allow themselves', { ownMaxMicros: 20n * USDT }, 'own-limit'],
  ['all they allow themselves', { ownMaxMicros: 50n * USDT }, null],
  ['nothing may be staked', { stake: USDT, ownMaxMicros: 0n }, 'own-limit'],
  ['more than there is', { stake: 100n * USDT + 1n }, 'balance'],
  ['an empty balance, whatever is typed', { stake: 'no-amount', availableMicros: 0n }, 'balance'],
  ['all there is', { stake: 100n * USDT }, null],
  ['a guest, whose balance nobody knows', { availableMicros: null }, null],
])('[T2] [T12] %s', (_, change, obstacle) => {
  expect(obstacleOf({ ...fine, ...change })).toBe(obstacle)
})

test('[T1] the steps stay inside the bounds, move, and come back; Max is the least of balance and rule', () => {
  const bounds = boundsOf(rule)
  const micros = fc.bigInt({ min: bounds.minMicros, max: bounds.maxMicros })
  fc.assert(
    fc.property(micros, (value) => {
      const up = steppedAmount(value, 1, bounds)
      const down = steppedAmount(value, -1, bounds)
      expect(up > value || up === bounds.maxMicros).toBe(true)
      expect(down < value || down === bounds.minMicros).toBe(true)
      expect(up <= bounds.maxMicros && down >= bounds.minMicros).toBe(true)
    }),
  )
  expect(steppedAmount(50n * USDT, 1, bounds)).toBe(55n * USDT)
  expect(steppedAmount(100n * USDT, -1, bounds)).toBe(95n * USDT)
  expect(largestAmount(bounds, 9_000n * USDT)).toBe(5_000n * USDT)
  expect(largestAmount(bounds, 12_345_678n)).toBe(12_345_678n)
  expect(largestAmount(bounds, USDT / 2n)).toBe(0n)
})

test('[T13] the quote says profit, loss, break-even, margin and expected value before buying', () => {
  expect(quoteOf(50n * USDT, 8_500)).toEqual({
    profit: '42.50',
    loss: '-50.00',
    payout: '92.50',
    breakEvenPercent: '54.05',
    marginPercent: '7.5',
    expected: '-3.75',
  })
  expect(quoteOf(1n, 8_200)).toMatchObject({ profit: '0.00', payout: '0.000001' })
})
