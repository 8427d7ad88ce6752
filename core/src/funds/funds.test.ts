import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { netByAccount } from '../ledger-posting.ts'
import { MICROS_PER_USDT } from '../money.ts'
import { DEFAULT_FUNDS_RULES as RULES } from './default-funds-rules.ts'
import {
  creditDeposit,
  freezeWithdrawal,
  payWithdrawal,
  returnPayout,
  unfreezeWithdrawal,
} from './funds-postings.ts'
import { creditTakesTwo, type PayoutMethod, quoteWithdrawal, withdrawalFee } from './funds-rules.ts'
import { DEPOSIT_STEPS, FUNDS_STATES, isOpen, stateAfter, WITHDRAWAL_STEPS } from './funds-states.ts'

const usdt = (amount: number): bigint => BigInt(amount) * MICROS_PER_USDT

describe('[F5] fees and what is paid out', () => {
  test.each([
    ['wallet', usdt(10), usdt(1)],
    ['wallet', usdt(50_000), usdt(1)],
    ['bank', usdt(10), usdt(1)],
    // Half a percent of 200 USDT is the least fee.
    ['bank', usdt(200), usdt(1)],
    ['bank', usdt(200) + 199n, usdt(1)],
    ['bank', usdt(200) + 200n, usdt(1) + 1n],
    ['bank', usdt(50_000), usdt(250)],
  ] as const)('%s of %d costs %d', (method, amountMicros, feeMicros) => {
    expect(withdrawalFee(RULES, method, amountMicros)).toBe(feeMicros)
    expect(quoteWithdrawal(RULES, method, amountMicros)).toEqual({
      ok: true,
      value: { amountMicros, feeMicros, actualMicros: amountMicros - feeMicros },
    })
  })

  test('limits are inclusive, and a fee that leaves nothing is refused', () => {
    const refused = { ok: false, code: 'AMOUNT_OUT_OF_RANGE' }
    for (const amount of [usdt(10) - 1n, usdt(50_000) + 1n, 0n, -usdt(20)]) {
      expect(quoteWithdrawal(RULES, 'wallet', amount)).toEqual(refused)
    }
    const greedy = { ...RULES, withdrawalMinMicros: 1n }
    expect(quoteWithdrawal(greedy, 'wallet', usdt(1))).toEqual(refused)
    expect(quoteWithdrawal(greedy, 'wallet', usdt(1) + 1n)).toMatchObject({ value: { actualMicros: 1n } })
  })

  test('amount = actual + fee, and both are positive, whatever is taken out', () => {
    const amounts = fc.bigInt({ min: RULES.withdrawalMinMicros, max: RULES.withdrawalMaxMicros })
    fc.assert(
      fc.property(amounts, fc.constantFrom<PayoutMethod>('wallet', 'bank'), (amount, method) => {
        const quote = quoteWithdrawal(RULES, method, amount)
        if (!quote.ok) throw new Error(quote.code)
        const { actualMicros, feeMicros } = quote.value
        expect(actualMicros + feeMicros).toBe(amount)
        expect(actualMicros > 0n && feeMicros > 0n).toBe(true)
      }),
    )
  })
})

test.each([
  [usdt(20), usdt(20), false],
  [usdt(20), usdt(20) + 1n, true],
  [usdt(20), 1n, false],
  [usdt(5_000), usdt(5_000), false],
  [usdt(9_000), usdt(5_000), false],
  [usdt(9_000), usdt(5_000) + 1n, true],
])(
  '[D17] of %d asked for, to credit %d takes two administrators: %s',
  (askedMicros, creditedMicros, takesTwo) => {
    expect(creditTakesTwo(RULES, { askedMicros, creditedMicros })).toBe(takesTwo)
  },
)

describe('[F5] states', () => {
  const steps = { ...WITHDRAWAL_STEPS, ...DEPOSIT_STEPS }

  test('nothing leads out of a final state, and nothing leads back to pending', () => {
    for (const step of Object.values(steps)) {
      expect(step.to).not.toBe('pending')
      for (const state of FUNDS_STATES.filter((each) => !isOpen(each))) {
        expect(stateAfter(step, state)).toEqual({ ok: false, code: 'STEP_NOT_ALLOWED' })
      }
    }
  })

  test('only its owner cancels, only a deposit, and only while nobody has taken it on', () => {
    expect(Object.values(steps).filter(({ by }) => by === 'user')).toEqual([DEPOSIT_STEPS.cancel])
    expect(stateAfter(DEPOSIT_STEPS.cancel, 'pending')).toEqual({ ok: true, value: 'failed' })
    expect(stateAfter(DEPOSIT_STEPS.cancel, 'processing').ok).toBe(false)
  })

  test('nothing is decided that nobody has taken on', () => {
    for (const [name, step] of Object.entries(steps)) {
      if (name !== 'take' && name !== 'cancel') expect(stateAfter(step, 'pending').ok).toBe(false)
    }
  })
})

describe('[F8] postings', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 15n })
  const sumOf = (net: Map<string, bigint>): bigint => [...net.values()].reduce((sum, each) => sum + each, 0n)
  const net = (...postings: Parameters<typeof netByAccount>[0][]) =>
    Object.fromEntries([...netByAccount(postings.flat())].filter(([, micros]) => micros !== 0n))

  test('every way of a withdrawal leaves nothing frozen', () => {
    fc.assert(
      fc.property(amount, amount, (actualMicros, feeMicros) => {
        const payout = { actualMicros, feeMicros }
        const whole = actualMicros + feeMicros
        expect(net(freezeWithdrawal(whole), unfreezeWithdrawal(whole))).toEqual({})
        expect(net(freezeWithdrawal(whole), payWithdrawal(payout))).toEqual({
          available: -whole,
          withdrawals: actualMicros,
          fees: feeMicros,
        })
        expect(net(freezeWithdrawal(whole), payWithdrawal(payout), returnPayout(payout))).toEqual({})
      }),
    )
  })

  test('nothing appears or vanishes, and nothing of zero is moved', () => {
    fc.assert(
      fc.property(amount, (micros) => {
        expect(sumOf(netByAccount(creditDeposit(micros)))).toBe(0n)
        expect(sumOf(netByAccount(payWithdrawal({ actualMicros: micros, feeMicros: 0n })))).toBe(0n)
      }),
    )
    expect(payWithdrawal({ actualMicros: 5n, feeMicros: 0n })).toHaveLength(1)
    expect(returnPayout({ actualMicros: 5n, feeMicros: 0n })).toHaveLength(1)
  })
})
