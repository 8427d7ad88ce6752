import { ensure } from '@truestrike/core/assert.ts'
import { expect, test } from 'vitest'
import { OUTLIER_BPS } from '../../src/market/product-seed.ts'
import { describeProfit, recordAttack } from './attack-record.ts'
import { type PushRow, pusherEconomics } from './economics.ts'

const CONTRACTS_MIN = 100_000
const NOTICED = 5

/** Beyond the bound at the worst moment; within it, in the last millisecond that counts. */
const ATTACKS: PushRow[] = [
  { name: 'an outlier, 300 ms before the expiry', beforeExpiryMs: 300, ofBound: 1.5 },
  { name: 'just within the bound, at the expiry', beforeExpiryMs: 0, ofBound: 0.999 },
]
const CONTROL: PushRow = { ...ensure(ATTACKS[1]), name: 'control, the last price closes', lastPrice: true }
/** What no rule of one tick can see: a price that is not far off and stays until the next tick. Measured, not held. */
const LIMITS: PushRow[] = [0.01, 0.03, 0.1, 0.999].flatMap((ofBound) =>
  [50, 300].map((beforeExpiryMs) => ({
    name: `${ofBound} of the bound, ${beforeExpiryMs} ms before`,
    beforeExpiryMs,
    ofBound,
  })),
)

test('[T5] [M4] last-tick pusher', { timeout: 300_000 }, (context) => {
  const bounds = `${OUTLIER_BPS.crypto} basis points, currencies ${OUTLIER_BPS.forex}`
  const say = recordAttack(
    context,
    2,
    `last-tick pusher: one tick of his own in the source (outlier bound ${bounds})`,
  )
  const attacks = pusherEconomics(ATTACKS, 1)
  const others = pusherEconomics([CONTROL, ...LIMITS], 20)
  const of = (name: string) => ensure(attacks.get(name) ?? others.get(name), name)
  for (const { name } of ATTACKS) say(describeProfit(name, of(name)))
  say(describeProfit(CONTROL.name, of(CONTROL.name)))
  for (const { name } of LIMITS) say(describeProfit(`limit, not held: ${name}`, of(name)))
  for (const { name } of ATTACKS) {
    expect(of(name).contracts).toBeGreaterThanOrEqual(CONTRACTS_MIN)
    expect(of(name).excess, name).toBeLessThan(3)
  }
  expect(of(CONTROL.name).mean).toBeGreaterThan(0)
  expect(of(CONTROL.name).excess).toBeGreaterThan(NOTICED)
})
