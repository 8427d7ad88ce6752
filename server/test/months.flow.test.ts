import { ensure } from '@truestrike/core/assert.ts'
import { listTicks } from '@truestrike/protocol/market-endpoints.ts'
import {
  getMonth,
  listMonthEvents,
  type MonthFigures,
  type PublicEvent,
} from '@truestrike/protocol/month-endpoints.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { insertLogEvents } from '../src/market/public-events.store.ts'
import { haltTrading, resumeTrading } from '../src/trading/trading-settings.store.ts'
import { createTradingApp, START_PRICE, type TradingApp } from './trading-app.ts'

/** Half a minute before the month ends. */
const LATE_NOVEMBER_MS = Date.parse('2026-11-30T23:59:30Z')
let app: TradingApp
afterEach(() => app.close())

const month = async (query: { month?: string } = {}): Promise<MonthFigures> =>
  await app.client().ok(getMonth, { query })
const events = async (query: { month?: string; cursor?: string; limit?: number } = {}) =>
  await app.client().ok(listMonthEvents, { query })
const cancelledIn = (figures: MonthFigures, book: 'demo' | 'real', reason: string) =>
  figures.books.find((each) => each.book === book)?.cancelled.find((each) => each.reason === reason)

/** The entry as everybody finds it in the public log. */
async function entry(seq: number) {
  const { entries } = await app
    .client()
    .ok(listTicks, { query: { symbol: 'BTCUSDT', fromSeq: seq, limit: 1 } })
  return ensure(entries[0])
}

describe('[P6] what everybody may know of a month', { timeout: 120_000 }, () => {
  test('a month without anything says zero, for every reason and book; a guest may ask', async () => {
    app = await createTradingApp()
    const figures = await month({ month: '2031-01' })
    expect(figures.month).toBe('2031-01')
    expect(figures.books.map(({ book }) => book)).toEqual(['real', 'demo'])
    for (const { completed, equal, cancelled } of figures.books) {
      expect([completed, equal.contracts, equal.stake]).toEqual([0, 0, '0.00'])
      expect(cancelled.map(({ reason, contracts }) => [reason, contracts])).toEqual([
        ['no-opening-price', 0],
        ['price-gap', 0],
        ['source-changed', 0],
        ['void', 0],
      ])
    }
    expect(await events({ month: '2031-01' })).toEqual({ month: '2031-01', events: [], nextCursor: null })
    for (const wrong of ['2026-13', '2026-1', '26-11', 'now'])
      expect(await app.client().refused(getMonth, { query: { month: wrong } })).toBe('INVALID_PARAMETERS')
  })

  test('contracts are counted where they end: decided, equal, and cancelled with what they would have brought', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    await ann.place({ stake: '20' })
    await ann.place({ direction: 'down', stake: '30' })
    await app.run(31_000, '50000.00')
    await ann.place({ stake: '5' })
    await app.run(31_000, '50000.00')
    // Opened at 50 000, then 50 010 stands still over the end: up would have won, down lost.
    await ann.place({ stake: '10' })
    await ann.place({ direction: 'down', stake: '40' })
    await app.run(1_000, '50000.00')
    await app.run(1_000, '50010.00')
    await app.clock.advance(40_000)
    // Nothing to open with.
    await app.run(1_000, '50010.00')
    await ann.place({ stake: '7' })
    await app.clock.advance(9_000)
    await app.run(2_000, '50010.00')

    const figures = await month()
    const demo = ensure(figures.books.find(({ book }) => book === 'demo'))
    expect(demo).toMatchObject({ completed: 3, equal: { contracts: 3, stake: '55.00' } })
    expect(cancelledIn(figures, 'demo', 'price-gap')).toEqual({
      ...{ reason: 'price-gap', contracts: 2, stake: '50.00', kept: '40.00', paid: '8.00' },
      unknown: { contracts: 0, stake: '0.00', profit: '0.00' },
    })
    expect(cancelledIn(figures, 'demo', 'no-opening-price')).toEqual({
      ...{ reason: 'no-opening-price', contracts: 1, stake: '7.00', kept: '0.00', paid: '0.00' },
      unknown: { contracts: 1, stake: '7.00', profit: '5.60' },
    })
    expect(figures.books[0]).toMatchObject({ book: 'real', completed: 0 })
    // The same from the contracts themselves.
    const [counted] = await app.db.query<{ count: bigint; stake: bigint }>(
      `select count(*) as count, sum(stake_micros)::bigint as stake from contracts where settled_at_ms is not null`,
    )
    const [told] = await app.db.query<{ count: bigint; stake: bigint }>(
      'select sum(contracts)::bigint as count, sum(stake_micros)::bigint as stake from monthly_contracts',
    )
    expect(told).toEqual(counted)
    expect(await app.auditFaults()).toEqual([])
  })

  test('a halt is told with its entries and what it cancelled; while it lasts it has no end', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    await ann.place({ stake: '10' })
    await app.run(1_000, START_PRICE)
    await app.run(1_000, '50010.00')
    await app.clock.advance(35_000)
    const lasting = (await events()).events.find(
      ({ symbol, kind }) => kind === 'halt' && symbol === 'BTCUSDT',
    )
    expect(lasting).toMatchObject({ id: null, endSeq: null, toMs: null })
    expect(lasting?.openMs).toBeGreaterThanOrEqual(35_000)
    expect(lasting?.effects).toMatchObject([{ book: 'demo', contracts: 1, paid: '8.00' }])
    await app.run(1_000, '50010.00')

    const found = (await events()).events.filter(({ kind }) => kind === 'halt')
    const halt = ensure(found.find(({ symbol }) => symbol === 'BTCUSDT'))
    expect(halt).toMatchObject({ seq: lasting?.seq, fromMs: lasting?.fromMs })
    expect(halt.effects).toEqual(lasting?.effects)
    // A stranger finds both prices in the public log, and none between them.
    const [before, after] = [await entry(ensure(halt.seq)), await entry(ensure(halt.endSeq))]
    expect(before).toMatchObject({ kind: 'tick', timeMs: halt.fromMs, price: '50010.00' })
    expect(after).toMatchObject({ kind: 'tick', timeMs: halt.toMs })
    expect(halt.openMs).toBe(ensure(halt.toMs) - halt.fromMs)
    const { entries } = await app.client().ok(listTicks, {
      query: { symbol: 'BTCUSDT', fromSeq: ensure(halt.seq) + 1, limit: 100 },
    })
    const between = entries.filter(({ seq, kind }) => kind === 'tick' && seq < ensure(halt.endSeq))
    expect(between).toEqual([])
  })

  test('a change of source is told with both sources, its entry and the contracts it cancelled', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    await ann.place({ stake: '10' })
    await app.run(2_000, START_PRICE)
    Object.assign(app.feed, { source: 'replay' })
    await app.run(32_000, '50005.00')
    const changes = (await events({ limit: 100 })).events.filter(
      ({ kind, symbol }) => kind === 'source' && symbol === 'BTCUSDT',
    )
    expect(changes.map(({ sourceBefore, source }) => [sourceBefore, source])).toEqual([
      ['simulated', 'replay'],
    ])
    const [change] = changes
    expect(await entry(ensure(change?.seq))).toMatchObject({
      ...{ kind: 'source', source: 'replay', timeMs: change?.fromMs },
    })
    // The prices of two sources are not held against one another: how much it meant is said as a range.
    expect(change?.effects).toMatchObject([
      { book: 'demo', contracts: 1, unknown: { contracts: 1, stake: '10.00', profit: '8.00' } },
    ])
    expect(cancelledIn(await month(), 'demo', 'source-changed')).toMatchObject({
      contracts: 1,
      stake: '10.00',
    })
  })

  test('a void is told as its entry in the log has it', async () => {
    app = await createTradingApp()
    const timeMs = app.clock.nowMs()
    await insertLogEvents(app.db, [
      {
        ...{ kind: 'void', productId: 1, seq: 900_000, timeMs, fromMs: timeMs - 9_000, toMs: timeMs - 1_000 },
        ...{ contractCount: 3, houseEffectMicros: -12_500_000n, reason: 'wrong prices' },
      },
    ])
    expect((await events()).events[0]).toMatchObject({
      ...{ kind: 'void', seq: 900_000, fromMs: timeMs - 9_000, toMs: timeMs - 1_000, effects: [] },
      voided: { contracts: 3, houseEffect: '-12.50', reason: 'wrong prices' },
    })
  })

  test('what stops orders is told by itself: of all products, and of one', async () => {
    app = await createTradingApp()
    await haltTrading(app.db, 'contract 17 cannot be settled')
    await app.clock.advance(60_000)
    await app.db.query(`update products set enabled = false where symbol = 'BTCUSDT'`)
    await resumeTrading(app.db)
    await app.run(5_000, START_PRICE)
    const { events: found } = await events()
    const stops = found.filter(({ kind }) => kind === 'stop')
    expect(stops).toMatchObject([
      { symbol: 'BTCUSDT', seq: null, toMs: null },
      { symbol: null, seq: null, endSeq: null },
    ])
    expect(ensure(stops[1]?.toMs) - ensure(stops[1]).fromMs).toBe(60_000)
    // Why is a matter of the operator: it can name contracts.
    expect(JSON.stringify(found)).not.toContain('contract 17')
  })

  test('months are apart, and the events of one come in pages that leave nothing out', async () => {
    app = await createTradingApp({ startMs: LATE_NOVEMBER_MS })
    const ann = await app.trader('ann_trader')
    await ann.place({ stake: '10' })
    await app.run(25_000, START_PRICE)
    for (let again = 0; again < 3; again += 1) {
      await app.clock.advance(6_000)
      await app.run(1_000, START_PRICE)
    }
    expect(await month()).toMatchObject({ month: '2026-12', thisMonth: '2026-12', firstMonth: '2026-11' })
    expect(await month({ month: '2026-11' })).toMatchObject({
      month: '2026-11',
      books: [{ completed: 0 }, {}],
    })
    // Ended in December, whenever it was accepted.
    const demo = ensure((await month()).books[1])
    expect(demo.completed + demo.cancelled.reduce((sum, { contracts }) => sum + contracts, 0)).toBe(1)

    const whole = await events({ limit: 100 })
    expect(whole.nextCursor).toBeNull()
    const paged: PublicEvent[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await events({ limit: 1, ...(cursor === undefined ? {} : { cursor }) })
      paged.push(...page.events)
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    const stored = (list: PublicEvent[]) => list.flatMap(({ id }) => (id === null ? [] : [id]))
    expect(stored(whole.events).length).toBeGreaterThanOrEqual(2)
    expect(stored(paged)).toEqual(stored(whole.events))
    expect(
      (await events({ month: '2026-11' })).events.every(({ fromMs }) => fromMs < Date.parse('2026-12-01')),
    ).toBe(true)
  })
})
