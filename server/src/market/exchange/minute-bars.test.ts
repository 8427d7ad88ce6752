import { beforeEach, describe, expect, test } from 'vitest'
import { type BarTrades, MinuteBars, type ToldBar } from './minute-bars.ts'

const MINUTE_MS = 60_000
const OPEN_MS = Date.UTC(2026, 0, 5, 12)
/** When the exchange tells the minute. */
const TOLD_MS = OPEN_MS + MINUTE_MS + 20

let bars: MinuteBars
beforeEach(() => {
  bars = new MinuteBars()
})

const trade = (id: number, price: string, secondsAfter: number, lastId = id): BarTrades => ({
  ...{ firstId: id, lastId, price, timeMs: OPEN_MS + secondsAfter * 1_000 },
})
const before = trade(9, '90', -1)
const minute: readonly BarTrades[] = [
  trade(10, '100.5', 0),
  trade(11, '99.00000001', 1),
  trade(12, '101', 30),
  trade(13, '100.25', 59),
]
const told: ToldBar = {
  ...{ openMs: OPEN_MS, firstId: 10, lastId: 13, count: 4 },
  ...{ open: '100.50000000', high: '101.00000000', low: '99.00000001', close: '100.25000000' },
}
const hear = (...trades: readonly BarTrades[]): void => {
  for (const each of trades) bars.heard(each)
}
const resultsAt = (nowMs: number): string[] => bars.check(nowMs).judged.map(({ result }) => result)
const missingAt = (nowMs: number): number[][] =>
  bars.check(nowMs).missing.map(({ fromId, toId }) => [fromId, toId])

describe('minutes of trades held against the exchange’s own', () => {
  test('[M5] trades in any order, some of them twice, make the bar that is told, once for both connections that tell it', () => {
    hear(before, ...[0, 2, 1, 3, 1, 3].flatMap((at) => minute[at] ?? []))
    bars.told(told, TOLD_MS)
    bars.told(told, TOLD_MS + 1)
    expect(resultsAt(TOLD_MS + 1)).toEqual(['equal'])
    bars.told(told, TOLD_MS + 2)
    expect(resultsAt(TOLD_MS + 200_000)).toEqual([])
  })

  test.each([
    ['open', '100.50000001'],
    ['high', '101.01'],
    ['low', '99.00000002'],
    ['close', '100.24'],
    ['count', 3],
    ['firstId', 11],
    ['lastId', 12],
  ])('[M5] another %s differs, once late trades had their time, and asks for nothing', (key, value) => {
    hear(before, ...minute)
    bars.told({ ...told, [key]: value }, TOLD_MS)
    expect(resultsAt(TOLD_MS + 4_999)).toEqual([])
    const { judged, missing } = bars.check(TOLD_MS + 5_000)
    expect(missing).toEqual([])
    expect(judged).toMatchObject([{ result: 'different', missing: 0, ours: { firstId: 10, count: 4 } }])
    expect(judged[0]?.told).toMatchObject({ [key]: value })
  })

  test('[M5] a minute that was not heard from its start is not judged, the next one is', () => {
    hear(...minute.slice(1))
    bars.told(told, TOLD_MS)
    expect(resultsAt(TOLD_MS + 200_000)).toEqual([])
    hear(trade(14, '7', 60))
    const next = { open: '7', high: '7', low: '7', close: '7' }
    bars.told(
      { openMs: OPEN_MS + MINUTE_MS, firstId: 14, lastId: 14, count: 1, ...next },
      TOLD_MS + MINUTE_MS,
    )
    expect(resultsAt(TOLD_MS + MINUTE_MS)).toEqual(['equal'])
  })

  test('[M5] what was jumped over and fetched, several trades as one, makes it whole: repaired', () => {
    hear(before, ...minute.slice(0, 1), ...minute.slice(3))
    bars.told({ ...told, low: '100.25000000' }, TOLD_MS)
    // The exchange tells trades of one price as one: this one begins with one that was heard.
    bars.fetched(trade(10, '100.5', 0, 11))
    expect(resultsAt(TOLD_MS + 1_000)).toEqual([])
    bars.fetched(trade(12, '101', 30))
    expect(resultsAt(TOLD_MS + 2_000)).toEqual(['repaired'])
  })

  test('[M5] ids that are missing are asked for with the trades around them, again each half minute as far as they still are, and told in the end', () => {
    hear(before, ...minute.slice(1, 3))
    bars.told(told, TOLD_MS)
    expect(bars.check(TOLD_MS + 4_999).missing).toEqual([])
    expect(bars.check(TOLD_MS + 5_000).missing).toEqual([
      { fromId: 10, toId: 10, fromMs: OPEN_MS - 1_000, toMs: OPEN_MS + 1_000 },
      { fromId: 13, toId: 13, fromMs: OPEN_MS + 30_000, toMs: OPEN_MS + MINUTE_MS },
    ])
    expect(missingAt(TOLD_MS + 34_999)).toEqual([])
    bars.fetched(trade(10, '100.5', 0))
    expect(missingAt(TOLD_MS + 35_000)).toEqual([[13, 13]])
    expect(resultsAt(TOLD_MS + 149_999)).toEqual([])
    expect(bars.check(TOLD_MS + 150_000).judged).toMatchObject([{ result: 'different', missing: 1 }])
    bars.fetched(trade(13, '100.25', 59))
    expect(resultsAt(TOLD_MS + 160_000)).toEqual([])
  })

  test('[M5] a minute nothing was heard of is asked for as a whole', () => {
    hear(before)
    bars.told(told, TOLD_MS)
    expect(missingAt(TOLD_MS + 5_000)).toEqual([[10, 13]])
    for (const each of minute) bars.fetched(each)
    expect(resultsAt(TOLD_MS + 6_000)).toEqual(['repaired'])
  })

  test('[M5] a trade that was heard in another minute than it is told in differs, and is not asked for', () => {
    hear(before, ...minute.slice(0, 3), trade(13, '100.25', 60))
    bars.told(told, TOLD_MS)
    const { judged, missing } = bars.check(TOLD_MS + 5_000)
    expect(missing).toEqual([])
    expect(judged).toMatchObject([{ result: 'different', missing: 0 }])
  })

  test('[M5] a late trade of a minute that was judged is not asked for where the exchange counts it in the next', () => {
    hear(before, ...minute)
    bars.told(told, TOLD_MS)
    expect(resultsAt(TOLD_MS)).toEqual(['equal'])
    hear(trade(14, '100.25', 59), trade(15, '7', 60))
    const next = { open: '100.25', high: '100.25', low: '7', close: '7' }
    bars.told(
      { openMs: OPEN_MS + MINUTE_MS, firstId: 14, lastId: 15, count: 2, ...next },
      TOLD_MS + MINUTE_MS,
    )
    const { judged, missing } = bars.check(TOLD_MS + MINUTE_MS + 5_000)
    expect(missing).toEqual([])
    expect(judged).toMatchObject([{ result: 'different', missing: 0 }])
  })

  test('[M5] what the log of another process goes on from is judged by nobody, though it was told before', () => {
    hear(before, ...minute.slice(0, 3))
    bars.told(told, TOLD_MS)
    bars.resume(10, 12)
    expect(bars.check(TOLD_MS + 200_000)).toEqual({ judged: [], missing: [] })
    const next = { openMs: OPEN_MS + MINUTE_MS, count: 1, open: '7', high: '7', low: '7', close: '7' }
    hear(trade(13, '8', 59), trade(14, '7', 60))
    bars.told({ ...next, firstId: 14, lastId: 14 }, TOLD_MS + MINUTE_MS)
    expect(resultsAt(TOLD_MS + MINUTE_MS)).toEqual(['equal'])
    // Nothing waited: what was heard so far may be in the log, and what the log has further on was not heard here.
    hear(trade(15, '7', 120))
    bars.resume(10, null)
    bars.told({ ...next, openMs: OPEN_MS + 2 * MINUTE_MS, firstId: 15, lastId: 15 }, TOLD_MS + 2 * MINUTE_MS)
    bars.resume(20, null)
    hear(trade(21, '7', 180))
    bars.told({ ...next, openMs: OPEN_MS + 3 * MINUTE_MS, firstId: 20, lastId: 21 }, TOLD_MS + 3 * MINUTE_MS)
    expect(bars.check(TOLD_MS + 10 * MINUTE_MS)).toEqual({ judged: [], missing: [] })
  })

  test('[M5] a minute without trades is equal where none was heard', () => {
    const quiet = { firstId: -1, lastId: -1, count: 0, open: '90', high: '90', low: '90', close: '90' }
    bars.told({ openMs: OPEN_MS, ...quiet }, TOLD_MS)
    expect(resultsAt(TOLD_MS)).toEqual([])
    hear(before)
    bars.told({ openMs: OPEN_MS, ...quiet }, TOLD_MS)
    expect(resultsAt(TOLD_MS)).toEqual(['equal'])
    hear(trade(10, '90', 61))
    bars.told({ openMs: OPEN_MS + MINUTE_MS, ...quiet }, TOLD_MS)
    expect(resultsAt(TOLD_MS + 5_000)).toEqual(['different'])
  })

  test('[M5] only the newest minutes are kept: one that is told later is not judged', () => {
    hear(before, ...minute)
    for (let at = 1; at < 100; at += 1) hear(trade(13 + at, '5', at * 60))
    bars.told(told, TOLD_MS)
    expect(bars.check(TOLD_MS + 200_000)).toEqual({ judged: [], missing: [] })
    const last = { firstId: 112, lastId: 112, count: 1, open: '5', high: '5', low: '5', close: '5' }
    bars.told({ openMs: OPEN_MS + 99 * MINUTE_MS, ...last }, TOLD_MS)
    expect(resultsAt(TOLD_MS)).toEqual(['equal'])
  })
})
