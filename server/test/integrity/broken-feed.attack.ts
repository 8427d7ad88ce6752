import { ensure } from '@truestrike/core/assert.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeProfit, recordAttack } from './attack-record.ts'
import { brokenFeedEconomics, type Samples } from './economics.ts'

const CONTRACTS_MIN = 100_000
/** Standard deviations by which a control has to be noticed. */
const NOTICED = 5

let samples: Samples
beforeAll(() => {
  samples = brokenFeedEconomics()
}, 300_000)
const of = (name: string) => ensure(samples.get(name), name)

function expectNothingGained(name: string): string {
  const sample = of(name)
  expect(sample.contracts).toBeGreaterThanOrEqual(CONTRACTS_MIN)
  expect(sample.excess).toBeLessThan(3)
  return describeProfit('attacker', sample)
}

function expectNoticed(name: string, how: string): string {
  expect(of(name).mean).toBeGreaterThan(0)
  expect(of(name).excess).toBeGreaterThan(NOTICED)
  return describeProfit(`control, ${how}`, of(name))
}

describe('[T5] [T8] [T11] who waits for the line to fail', () => {
  test('stale quote', (context) => {
    const say = recordAttack(context, 5, 'stale quote: what is shown is up to 2.8 s old and written late')
    say(expectNothingGained('stale quote'))
    say(expectNoticed('stale quote, opening as shown', 'opening at the price that is shown'))
  })

  test('feed hole', (context) => {
    const say = recordAttack(
      context,
      7,
      'feed hole: 1 to 7 s without a tick, the attacker goes on seeing the source',
    )
    say(expectNothingGained('feed hole'))
    say(expectNoticed('feed hole, opening as shown', 'opening at the price that is shown'))
  })

  test('duplicated and reordered ticks', (context) => {
    const say = recordAttack(context, 8, 'duplicated and reordered ticks')
    say(`each tick up to 200 ms late by itself; ${expectNothingGained('reordered')}`)
    say(`a tick of 5 s before again at each opening; ${expectNothingGained('duplicated')}`)
    say(expectNoticed('duplicated, new ids', 'the copies have new trade ids'))
  })
})
