import { ensure } from '@truestrike/core/assert.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeProfit, recordAttack } from './attack-record.ts'
import { earlyEconomics, LEAD_MS, type Samples, SEED, SKEW_MS, UNCOVERED_LEAD_MS } from './economics.ts'

const CONTRACTS_MIN = 100_000
/** Standard deviations by which a control has to be noticed. */
const NOTICED = 5

let samples: Samples
beforeAll(() => {
  samples = earlyEconomics()
}, 300_000)
const of = (name: string) => ensure(samples.get(name), name)

describe('[T5] [T11] who sees the feed early', () => {
  test('latency sniper', (context) => {
    const say = recordAttack(context, 1, `latency sniper: sees the source ${LEAD_MS} ms early (seed ${SEED})`)
    say(describeProfit('honest, any moment', of('honest')))
    const sniper = of('sniper')
    say(describeProfit('attacker', sniper))
    say(describeProfit('attacker, his best moments', of('sniper, best')))
    say(describeProfit('control, opening delay 0', of('sniper, no delay')))
    say(describeProfit('control, opening delay 0, his best moments', of('sniper, no delay, best')))
    say(describeProfit(`control, sees it ${UNCOVERED_LEAD_MS} ms early`, of('sniper, uncovered')))
    say(describeProfit('the same, his best moments', of('sniper, uncovered, best')))
    expect(sniper.contracts).toBeGreaterThanOrEqual(CONTRACTS_MIN)
    expect(sniper.excess).toBeLessThan(3)
    expect(of('sniper, best').excess).toBeLessThan(3)
    expect(of('sniper, no delay, best').mean).toBeGreaterThan(0)
    expect(of('sniper, no delay, best').excess).toBeGreaterThan(NOTICED)
    expect(of('sniper, uncovered').excess).toBeGreaterThan(NOTICED)
    expect(of('sniper, uncovered, best').mean).toBeGreaterThan(0)
  })

  test('clock skew', (context) => {
    const say = recordAttack(
      context,
      6,
      `clock skew of ±${SKEW_MS} ms between edge and engine, seen ${LEAD_MS} ms early`,
    )
    for (const name of ['engine ahead', 'engine behind']) {
      say(describeProfit(name, of(name)))
      expect(of(name).contracts).toBeGreaterThanOrEqual(CONTRACTS_MIN)
      expect(of(name).excess).toBeLessThan(3)
    }
    say(describeProfit('control, the edge stamps orders by its own clock', of('edge stamps')))
    expect(of('edge stamps').excess).toBeGreaterThan(NOTICED)
  })
})
