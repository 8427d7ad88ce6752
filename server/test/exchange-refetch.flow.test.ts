import { ensure } from '@truestrike/core/assert.ts'
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

const questions = (): string[] => rig.server.calls.filter((path) => path.includes('/aggTrades'))
const asked = (): number => questions().length

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

test('[M5] what was fetched before it had to be dropped with the trades around it counts once', async () => {
  trade(5_200)
  await hear([...through(1, 99), ...through(101, 110)])
  await rig.clock.pass(3_000)
  expect(asked()).toBe(1)
  await hear(through(111, 5_003))
  const { ids, fetched } = taken()
  const oldest = ensure(ids[0])
  expect(oldest).toBeGreaterThan(110)
  await rig.clock.pass(8_000)
  expect([...fetched, ...taken().fetched].sort((a, b) => a - b)).toEqual(through(1, oldest - 1))
})

test('[M5] of a long outage each part that was dropped is asked for from where the one before it ended', async () => {
  trade(10_100)
  await hear(through(1, 10))
  expect(taken().ids).toEqual(through(1, 10))
  await hear(through(11, 10_050))
  const oldest = ensure(rig.poll().ticks[0]).tradeId
  await rig.clock.pass(8_000)
  const { missed } = rig.poll()
  expect(missed.length).toBeGreaterThan(2)
  const times = missed.map(({ trades }) => trades.map(({ timeMs }) => timeMs))
  expect(times.flat()).toEqual(through(11, oldest - 1).map(timeOf))
  // Or a later one would claim to open the candles that an earlier one has begun.
  const lastBefore = times.map((_, at) => (at === 0 ? timeOf(10) : times[at - 1]?.at(-1)))
  expect(missed.map(({ fromMs }) => fromMs)).toEqual(lastBefore)
  expect(asked()).toBeLessThanOrEqual(missed.length * 3)
})

describe('[M5] what the exchange does not tell at once of what was missed', () => {
  test('is asked for from where it stopped, and the log says so', { timeout: 60_000 }, async () => {
    const last = 100_600
    trade(last)
    await hear([1, last])
    await rig.clock.pass(1_000)
    expect(asked()).toBe(100)
    const rest = { symbol: 'BTCUSDT', fromId: 100_000, toId: last - 1 }
    const told = (): unknown => rig.warnings.filter(({ fields }) => 'fromId' in fields)
    expect(told()).toEqual([{ fields: rest, message: 'missed trades are fetched in parts' }])
    await rig.clock.pass(2_000)
    const { missed } = rig.poll()
    const ids = missed.map(({ trades }) => trades.map(({ timeMs }) => (timeMs - START_MS) / EVERY_MS))
    expect(ids.flat()).toEqual(through(2, last - 1))
    expect(missed).toMatchObject([
      { fromMs: timeOf(1), toMs: timeOf(100_000) },
      { fromMs: timeOf(99_999), toMs: timeOf(last) },
    ])
    await rig.clock.pass(4_000)
    expect([asked(), told()]).toEqual([101, [expect.anything()]])
  })

  test('and has no more of is given up: the log names it, and what was told is kept', async () => {
    trade(15)
    await hear([...through(1, 10), 30])
    await rig.clock.pass(6_000)
    expect(taken().fetched).toEqual(through(11, 15))
    expect(asked()).toBe(1)
    const fields = { symbol: 'BTCUSDT', fromId: 16, toId: 29 }
    expect(rig.warnings).toContainEqual({ fields, message: 'the exchange does not tell all missed trades' })
  })
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
