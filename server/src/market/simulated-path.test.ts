import {
  carryOver,
  DayPath,
  type PathTick,
  priceUnitsOf,
  SLOTS_PER_DAY,
  startState,
} from '@truestrike/core/simulated-path.ts'
import { expect, test } from 'vitest'
import { costMs } from '../../test/worked-time.ts'
import { profileOf } from './simulated-profile.ts'
import { daySeed, keystreamOf } from './simulated-seed.ts'

const MASTER = new Uint8Array(32).fill(7)
const START = startState(6_748_236)

function pathOf(day: number, symbol = 'BTCUSDT'): DayPath {
  return new DayPath(profileOf(symbol, 'crypto'), START, keystreamOf(daySeed(MASTER, symbol, day)))
}

/** Closing prices of each minute of a day. */
function minutes(day: number): number[] {
  const path = pathOf(day)
  const closes: number[] = []
  for (let minute = 1; minute <= 1_440; minute += 1) {
    path.walk(minute * 600)
    closes.push(priceUnitsOf(path.state()))
  }
  return closes
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

test('[M5] a day of the simulated feed is the same in one walk and slot by slot', () => {
  const whole: PathTick[] = []
  pathOf(20_000).walk(36_000, (tick) => whole.push(tick))
  const single: PathTick[] = []
  const path = pathOf(20_000)
  for (let slot = 1; slot <= 36_000; slot += 1) path.walk(slot, (tick) => single.push(tick))
  expect(single).toEqual(whole)
  expect(path.state().mantissa).toBe(stateAt(20_000, 36_000))
  expect(stateAt(20_001, 36_000)).not.toBe(stateAt(20_000, 36_000))
})

function stateAt(day: number, slot: number): number {
  const path = pathOf(day)
  path.walk(slot)
  return path.state().mantissa
}

test('[M5] a simulated product ticks two to five times in every second', () => {
  const counts = new Map<number, number>()
  pathOf(20_000).walk(6_000, ({ slot }) =>
    counts.set(Math.floor(slot / 10), (counts.get(Math.floor(slot / 10)) ?? 0) + 1),
  )
  expect(counts.size).toBe(600)
  expect(Math.min(...counts.values())).toBe(2)
  expect(Math.max(...counts.values())).toBe(5)
  expect(mean([...counts.values()])).toBeCloseTo(3.5, 0)
})

test('[U-15] minutes trade as those of history do, busy ones beside busy ones, and no price follows from it', () => {
  const profile = profileOf('BTCUSDT', 'crypto')
  const alike = { ...profile, volumeSpread: 0 }
  const volumes: number[] = []
  const prices: number[] = []
  const alikePrices: number[] = []
  for (let day = 20_000; day < 20_003; day += 1) {
    const keystream = keystreamOf(daySeed(MASTER, 'BTCUSDT', day))
    const minutesOfDay = Array<number>(1_440).fill(0)
    new DayPath(profile, START, keystream).walk(SLOTS_PER_DAY, ({ slot, priceUnits, volumeMicros }) => {
      minutesOfDay[Math.floor(slot / 600)] = (minutesOfDay[Math.floor(slot / 600)] ?? 0) + volumeMicros
      prices.push(priceUnits)
    })
    new DayPath(alike, START, keystream).walk(SLOTS_PER_DAY, ({ priceUnits }) => alikePrices.push(priceUnits))
    // Each as a share of what its hour has on average.
    for (const [minute, volume] of minutesOfDay.entries())
      volumes.push(volume / ((profile.rhythm[Math.floor(minute / 60)] ?? 256) / 256))
  }
  expect(prices).toEqual(alikePrices)
  const ordinary = (profile.dailyVolumeUsdt * 1e6) / 1_440
  expect(mean(volumes) / ordinary).toBeGreaterThan(0.85)
  expect(mean(volumes) / ordinary).toBeLessThan(1.2)
  const sorted = [...volumes].sort((a, b) => a - b)
  const quantile = (share: number): number => sorted[Math.floor(share * sorted.length)] ?? 0
  expect(quantile(0.99) / quantile(0.5)).toBeGreaterThan(4)
  expect(quantile(0.01) / quantile(0.5)).toBeLessThan(0.3)
  const logs = volumes.map((volume) => Math.log(volume / ordinary))
  const about = logs.map((log) => log - mean(logs))
  const memory =
    mean(about.slice(1).map((log, at) => log * (about[at] ?? 0))) / mean(about.map((log) => log ** 2))
  expect(memory).toBeGreaterThan(0.55)
  expect(memory).toBeLessThan(0.8)
})

test('[M5] simulated prices have no drift, realistic volatility, fat tails and clusters of volatility', () => {
  const returns: number[] = []
  for (let day = 0; day < 30; day += 1) {
    let last = priceUnitsOf(START)
    for (const close of minutes(day)) {
      returns.push(close / last - 1)
      last = close
    }
  }
  const variance = mean(returns.map((value) => value * value))
  const deviation = Math.sqrt(variance)
  // No drift: the mean lies within four of its own standard errors around zero.
  expect(Math.abs(mean(returns))).toBeLessThan((4 * deviation) / Math.sqrt(returns.length))
  const annual = deviation * Math.sqrt(365 * 1_440)
  expect(annual).toBeGreaterThan(0.35)
  expect(annual).toBeLessThan(0.7)
  const kurtosis = mean(returns.map((value) => value ** 4)) / variance ** 2
  expect(kurtosis).toBeGreaterThan(3.3)
  // Large moves follow large moves: absolute returns ten minutes apart are correlated, returns themselves are not.
  expect(correlation(returns.map(Math.abs), 10)).toBeGreaterThan(0.05)
  expect(Math.abs(correlation(returns, 1))).toBeLessThan(0.03)
})

function correlation(values: readonly number[], lag: number): number {
  const average = mean(values)
  const centred = values.map((value) => value - average)
  const shifted = centred.slice(lag)
  return (
    mean(shifted.map((value, index) => value * (centred[index] ?? 0))) /
    mean(centred.map((value) => value * value))
  )
}

test('[M5] the next day begins at the price the last one ended with', () => {
  const path = pathOf(20_000)
  path.walk(SLOTS_PER_DAY)
  const end = path.state()
  const next = carryOver(end)
  expect(Math.abs(priceUnitsOf(next) - priceUnitsOf(end))).toBeLessThanOrEqual(1)
  expect(next.mantissa).toBeGreaterThanOrEqual(2 ** 31)
  expect(next.mantissa).toBeLessThan(2 ** 32)
  expect(next.volatility).toBe(end.volatility)
})

test('[M5] a day takes as many times longer than an hour as it has hours', () => {
  const walk = (slots: number) => costMs(() => pathOf(20_000).walk(slots))
  const hourMs = walk(SLOTS_PER_DAY / 24)
  // Nearly six hundred times as long where the time grew with the square. The clock is coarse: some ms are left aside.
  expect(walk(SLOTS_PER_DAY)).toBeLessThan(48 * hourMs + 500)
})

test('[M5] the seed of a day depends on master, product and day', () => {
  const seed = daySeed(MASTER, 'BTCUSDT', 20_000)
  expect(seed).toHaveLength(32)
  expect(daySeed(MASTER, 'ETHUSDT', 20_000)).not.toEqual(seed)
  expect(daySeed(MASTER, 'BTCUSDT', 20_001)).not.toEqual(seed)
  expect(daySeed(new Uint8Array(32), 'BTCUSDT', 20_000)).not.toEqual(seed)
  // Pinned: a change here would change every published day.
  expect(Buffer.from(seed).toString('hex').slice(0, 16)).toMatchInlineSnapshot(`"bc92743ed19fad3e"`)
})

test('a price the path cannot hold is refused', () => {
  expect(() => startState(0)).toThrow(RangeError)
  expect(() => startState(2 ** 31)).toThrow(RangeError)
})
