import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addExposure,
  EXPOSURE_LIMIT_MICROS,
  expiryMinuteOf,
  fitsExposure,
  NO_EXPOSURE,
  sideExposure,
} from './exposure.ts'
import {
  cancelStake,
  holdStake,
  netByAccount,
  type Posting,
  settleStake,
  USER_ACCOUNTS,
} from './ledger-posting.ts'
import { profitOf } from './outcome.ts'

const changes = (postings: Posting[]) => Object.fromEntries(netByAccount(postings))
const stakes = fc.bigInt({ min: 1n, max: 10n ** 13n })
const payouts = fc.integer({ min: 0, max: 10_000 })

describe('[F8] postings of a contract', () => {
  test('holding moves the stake from available to in position', () => {
    expect(holdStake(10n)).toEqual([
      { debit: 'available', credit: 'in_position', amountMicros: 10n, kind: 'stake' },
    ])
  })

  test.each([
    ['won', { in_position: -100n, available: 180n, house: -80n }],
    ['lost', { in_position: -100n, house: 100n }],
    ['equal', { in_position: -100n, available: 100n }],
  ] as const)('%s', (result, expected) => {
    expect(changes(settleStake(result, 100n, 8000))).toEqual(expected)
  })

  test('[T6] cancelling gives the whole stake back', () => {
    expect(changes([...holdStake(100n), ...cancelStake(100n)])).toEqual({ available: 0n, in_position: 0n })
  })

  test('a profit that rounds to nothing is not posted', () => {
    expect(settleStake('won', 1n, 8000)).toHaveLength(1)
  })

  test('from order to result: the book sums to zero, nothing stays in position, the user has his profit', () => {
    const results = fc.constantFrom('won' as const, 'lost' as const, 'equal' as const)
    fc.assert(
      fc.property(fc.array(fc.tuple(stakes, payouts, results)), (contracts) => {
        const net = netByAccount(
          contracts.flatMap(([stake, bps, result]) => [
            ...holdStake(stake),
            ...settleStake(result, stake, bps),
          ]),
        )
        const user = USER_ACCOUNTS.reduce((sum, account) => sum + (net.get(account) ?? 0n), 0n)
        expect([...net.values()].reduce((sum, value) => sum + value, 0n)).toBe(0n)
        expect(net.get('in_position') ?? 0n).toBe(0n)
        expect(user).toBe(
          contracts.reduce((sum, [stake, bps, result]) => sum + profitOf(result, stake, bps), 0n),
        )
      }),
    )
  })

  test('nothing is not posted', () => {
    expect(() => holdStake(0n)).toThrow('moves something')
  })
})

describe('[D16] exposure', () => {
  const up = { direction: 'up', stakeMicros: 100n, payoutBps: 8000 } as const
  const down = { direction: 'down', stakeMicros: 50n, payoutBps: 9000 } as const

  test('is what the side can win less what the other side has staked', () => {
    const totals = addExposure(addExposure(NO_EXPOSURE, up), down)
    expect(sideExposure(totals, 'up')).toBe(80n - 50n)
    expect(sideExposure(totals, 'down')).toBe(45n - 100n)
  })

  test('an order fits up to the limit itself', () => {
    expect(fitsExposure(NO_EXPOSURE, up, 80n)).toBe(true)
    expect(fitsExposure(NO_EXPOSURE, up, 79n)).toBe(false)
    expect(fitsExposure(addExposure(NO_EXPOSURE, down), up, 30n)).toBe(true)
    expect(fitsExposure(addExposure(NO_EXPOSURE, down), up, 29n)).toBe(false)
  })

  test('within the limit the house never loses more than it, whichever side wins', () => {
    const orders = fc.array(
      fc.record({
        direction: fc.constantFrom('up' as const, 'down' as const),
        stakeMicros: stakes,
        payoutBps: payouts,
      }),
    )
    fc.assert(
      fc.property(orders, (list) => {
        let totals = NO_EXPOSURE
        const taken = list.filter((order) => {
          if (!fitsExposure(totals, order, EXPOSURE_LIMIT_MICROS)) return false
          totals = addExposure(totals, order)
          return true
        })
        for (const side of ['up', 'down'] as const) {
          const loss = taken.reduce(
            (sum, { direction, stakeMicros, payoutBps }) =>
              sum + profitOf(direction === side ? 'won' : 'lost', stakeMicros, payoutBps),
            0n,
          )
          expect(loss <= EXPOSURE_LIMIT_MICROS).toBe(true)
        }
      }),
    )
  })

  test('contracts share a limit by the minute they expire in', () => {
    expect([60_000, 119_999, 120_000].map(expiryMinuteOf)).toEqual([60_000, 60_000, 120_000])
  })
})
