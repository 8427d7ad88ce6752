import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ExchangeRig, exchangeProduct, openExchangeRig } from './exchange-rig.ts'

/** Monday, 2026-01-05. */
const START_MS = Date.UTC(2026, 0, 5, 12)
/** One trade in each slot of the log. */
const EVERY_MS = 100
const PRICE = '60000.00'
/** Of each trade: 0.001 at that price. */
const TRADE_MICROS = 60_000_000n
const QUANTITY = '0.00100000'

let rig: ExchangeRig
beforeEach(async () => {
  rig = await openExchangeRig({ startMs: START_MS, products: [exchangeProduct('BTCUSDT')] })
})
afterEach(() => rig.close())

const timeOf = (id: number): number => START_MS + id * EVERY_MS
const frameOf = (id: number): string =>
  JSON.stringify({ data: { e: 'trade', s: 'BTCUSDT', t: id, p: PRICE, q: QUANTITY, T: timeOf(id) } })
const through = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** Trades are heard at the time they happen; what the exchange tells of its past ends with them. */
async function hear(ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    if (timeOf(id) > rig.clock.nowMs()) rig.clock.to(timeOf(id))
    await rig.play([frameOf(id)])
  }
}

function trade(until: number): void {
  rig.server.history = through(1, until).map((id) => ({
    id,
    price: PRICE,
    quantity: QUANTITY,
    timeMs: timeOf(id),
  }))
}

const asked = (): number => rig.server.calls.filter((path) => path.includes('/aggTrades')).length

/** Ids that came for the log, and times of the trades that were fetched for candles, with the volume of each. */
function taken(): { ids: number[]; fetched: number[] } {
  const { ticks, missed } = rig.poll()
  const trades = missed.flatMap((each) => each.trades)
  for (const { volumeMicros } of [...ticks, ...trades]) expect(volumeMicros).toBe(TRADE_MICROS)
  return {
    ids: ticks.map(({ tradeId }) => tradeId),
    fetched: trades.map(({ timeMs }) => (timeMs - START_MS) / EVERY_MS),
  }
}

/** Lets the question for missed trades be asked, and `meanwhile` happen before it is answered. */
async function whileFetching(meanwhile: () => Promise<void>): Promise<void> {
  const before = asked()
  let answer = (): void => {}
  rig.server.historyHeld = new Promise((resolve) => {
    answer = resolve
  })
  const passing = rig.clock.pass(2_000)
  await vi.waitFor(() => expect(asked()).toBe(before + 1), { timeout: 5_000, interval: 2 })
  await meanwhile()
  answer()
  await passing
}

test('[M5] what was dropped as nobody took it for long is fetched for candles, each trade once', async () => {
  trade(5_200)
  // One is jumped over. Another comes late, into the slot that the part that stays would begin with.
  const early = [...through(1, 99), ...through(101, 2_500), 2_502, 2_503, 2_501]
  await hear([...early, ...through(2_504, 5_003)])
  await rig.clock.pass(3_000)
  // What was jumped over is asked for; what was dropped waits nowhere while nobody takes anything.
  expect(asked()).toBe(1)
  const { ids, fetched } = taken()
  expect(fetched).toEqual([100])
  const oldest = Math.min(...ids)
  expect([oldest, ids.at(-1)]).toEqual([2_504, 5_003])
  await rig.clock.pass(8_000)
  const after = taken()
  expect(after.ids).toEqual([])
  expect([...fetched, ...after.fetched].sort((a, b) => a - b)).toEqual(through(1, oldest - 1))
  expect([...ids].sort((a, b) => a - b)).toEqual(through(oldest, 5_003))
  await rig.clock.pass(8_000)
  expect(taken()).toEqual({ ids: [], fetched: [] })
})

test('[M5] a takeover fetches what was dropped with all that the log does not have', async () => {
  trade(5_200)
  await hear(through(1, 5_001))
  rig.feed.resume?.(1, { tradeId: 40, timeMs: timeOf(40) })
  const { ids } = taken()
  await rig.clock.pass(8_000)
  expect([...taken().fetched, ...ids].sort((a, b) => a - b)).toEqual(through(41, 5_001))
})

describe('[M5] trades that are being fetched count once', () => {
  beforeEach(async () => {
    trade(40)
    await hear([...through(1, 10), ...through(21, 30)])
  })

  test('when a takeover goes on from before them', async () => {
    await whileFetching(async () => rig.feed.resume?.(1, { tradeId: 5, timeMs: timeOf(5) }))
    const { ids, fetched } = taken()
    expect(ids).toEqual([...through(1, 10), ...through(21, 30)])
    await rig.clock.pass(4_000)
    expect([...fetched, ...taken().fetched]).toEqual(through(11, 20))
  })

  test('when the log has gone on past them', async () => {
    expect(taken().ids).toHaveLength(20)
    await whileFetching(async () => rig.feed.resume?.(1, { tradeId: 8, timeMs: timeOf(8) }))
    await rig.clock.pass(4_000)
    // All that was handed out went to nobody who kept it: what follows the log is missing, once.
    expect(taken().fetched).toEqual(through(9, 30))
  })

  test('when they have come and nobody has taken them before a takeover', async () => {
    expect(taken().ids).toHaveLength(20)
    await rig.clock.pass(2_000)
    expect(asked()).toBe(1)
    rig.feed.resume?.(1, { tradeId: 8, timeMs: timeOf(8) })
    await rig.clock.pass(4_000)
    expect(taken().fetched).toEqual(through(9, 30))
  })

  test('when one of them comes late', async () => {
    await whileFetching(() => hear([15]))
    await rig.clock.pass(6_000)
    const { ids, fetched } = taken()
    expect(ids).toEqual([...through(1, 10), ...through(21, 30), 15])
    expect(fetched.sort((a, b) => a - b)).toEqual([...through(11, 14), ...through(16, 20)])
  })
})
