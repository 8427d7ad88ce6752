import type { SimulatedDay } from '@truestrike/core/simulated-day.ts'
import { carryOver, startState } from '@truestrike/core/simulated-path.ts'
import { DAY_MS } from '@truestrike/core/utc-day.ts'
import { expect, test } from 'vitest'
import { DayCheck, type DayReport, type DayTick, endOfDay, regenerateDay } from './day-check.ts'

const SEED: Uint8Array = new Uint8Array(32).fill(7)
const DAY: SimulatedDay = {
  ...{ symbol: 'BTCUSDT', day: 20_777, precision: 2, start: startState(6_748_236) },
  profile: {
    annualVolatilityBps: 5_000,
    dailyVolumeUsdt: 1_900_000_000,
    rhythm: Array.from({ length: 24 }, (_, hour) => 200 + 5 * hour),
    volumeSpread: 18,
  },
}
const START_MS = DAY.day * DAY_MS
const whole: DayTick[] = []
regenerateDay(DAY, SEED, (tick) => whole.push({ ...tick, seq: 5 * whole.length + 10 }))

function report(log: readonly DayTick[], day = DAY, seed = SEED): DayReport {
  const check = new DayCheck(day, seed)
  for (const tick of log) check.take(tick)
  return check.finish()
}
const AT = 150_000
const before = { ...whole[AT] } as DayTick

test('[P2] a whole day of the log is compared price by price', () => {
  expect(whole.length).toBeGreaterThan(295_000)
  expect(report(whole)).toEqual({
    ...{ given: whole.length, equal: whole.length, missing: 0, gaps: [], gapCount: 0 },
    ...{ differences: [], differenceCount: 0 },
  })
  // Prices of the days beside it belong to their own check.
  const beside = [START_MS - 50, START_MS + DAY_MS].map((timeMs) => ({
    ...before,
    timeMs,
    sourceTimeMs: timeMs,
  }))
  expect(report([...beside.slice(0, 1), ...whole, ...beside.slice(1)]).differenceCount).toBe(0)
})

test('[P2] any other price, volume, number or time among them is found, and no more', () => {
  const changes: ((tick: DayTick) => Partial<DayTick>)[] = [
    () => ({ price: '1.00' }),
    () => ({ volume: '0.01' }),
    ({ firstTradeId }) => ({ firstTradeId: firstTradeId - 1 }),
    ({ sourceTimeMs }) => ({ sourceTimeMs: sourceTimeMs - 1 }),
    ({ timeMs }) => ({ timeMs: timeMs + 1_001 }),
    ({ timeMs }) => ({ timeMs: timeMs - 1 }),
    ({ sourceTimeMs }) => ({ sourceTimeMs: sourceTimeMs - 5 * DAY_MS }),
  ]
  const log = [...whole]
  const logged = changes.map((change, index) => {
    const at = AT + 1_000 * index
    log[at] = { ...(log[at] as DayTick), ...change(log[at] as DayTick) }
    return log[at]
  })
  const found = report(log)
  expect(found.differences.map((difference) => difference.logged)).toEqual(logged)
  expect(found).toMatchObject({ equal: whole.length - changes.length, differenceCount: changes.length })
})

test('[P2] a price too many, one twice, and two exchanged are found', () => {
  const free = whole.findIndex((tick, at) => (whole[at + 1]?.lastTradeId ?? 0) > tick.lastTradeId + 1)
  const next = whole[free] as DayTick
  const extra = { ...next, timeMs: next.timeMs + 100, sourceTimeMs: next.sourceTimeMs + 100 }
  const [first, second] = [whole[AT + 1], whole[AT + 2]] as [DayTick, DayTick]
  const log = [
    ...[...whole.slice(0, free + 1), extra, ...whole.slice(free + 1, AT)],
    ...[before, before, second, first, ...whole.slice(AT + 3)],
  ]
  const { differences, equal } = report(log)
  expect(differences).toEqual([extra, before, first].map((logged) => ({ logged, expected: null })))
  expect(equal).toBe(whole.length - 1)
})

test('[P2] what is missing is named by its span, and is no difference', () => {
  const found = report([...whole.slice(100, AT), ...whole.slice(AT + 1)])
  expect(found).toMatchObject({ differenceCount: 0, missing: 101, gapCount: 2 })
  expect(found.gaps).toEqual([
    { fromMs: whole[0]?.timeMs, toMs: whole[99]?.timeMs, ticks: 100 },
    { fromMs: before.timeMs, toMs: before.timeMs, ticks: 1 },
  ])
  expect(report([])).toMatchObject({ missing: whole.length, gapCount: 1 })
})

test('[P2] another seed, another start, another profile: nothing holds; the report stays short', () => {
  const others: [SimulatedDay, Uint8Array][] = [
    [DAY, new Uint8Array(32).fill(8)],
    [{ ...DAY, start: startState(6_748_237) }, SEED],
    [{ ...DAY, profile: { ...DAY.profile, annualVolatilityBps: 5_001 } }, SEED],
  ]
  for (const [day, seed] of others) {
    const found = report(whole.slice(0, 5_000), day, seed)
    expect(found.differenceCount).toBeGreaterThan(2_500)
    expect(found.differences).toHaveLength(20)
  }
})

test('[P2] the day after begins at the state this one ends with', () => {
  const end = endOfDay(DAY, SEED)
  expect(carryOver(end)).toEqual(end)
  const last = whole.at(-1) as DayTick
  expect(Math.abs(end.mantissa / 2 ** end.shift / 100 - Number(last.price))).toBeLessThan(
    Number(last.price) / 1_000,
  )
})
