import { ensure } from '@truestrike/core/assert.ts'
import { exportBills, listBills } from '@truestrike/protocol/bill-endpoints.ts'
import { getMonth, listMonthEvents } from '@truestrike/protocol/month-endpoints.ts'
import { listNotices } from '@truestrike/protocol/notice-endpoints.ts'
import { getSiteKeys } from '@truestrike/protocol/proof-endpoints.ts'
import { getStatistics } from '@truestrike/protocol/trade-endpoints.ts'
import { getVoid, previewVoid } from '@truestrike/protocol/void-endpoints.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { readEntries } from '../src/market/read-log.ts'
import { checkAuditChain } from '../src/platform/audit-chain.ts'
import { bothExit, bundleVerifiers } from './command-verifiers.ts'
import { placed, settledReceipt } from './receipt-checks.ts'
import { createSecondTrading } from './second-trading.ts'
import { START_PRICE, type Trader } from './trading-app.ts'
import { createVoidApp, type VoidApp } from './void-app.ts'
import { withoutSettlement } from './without-settlement.ts'

let app: VoidApp
afterEach(async () => {
  expect(await app.auditFaults()).toEqual([])
  expect((await checkAuditChain(app.db)).fault).toBe(null)
  await app.close()
})

const endOf = async ({ contract }: Trader, { id }: { id: string }) => {
  const { state, result, cancelReason, profit } = await contract(id)
  return [state, result ?? cancelReason, profit]
}

const entriesOf = async (symbol: string) => {
  const [product] = await app.db.query<{ id: number }>('select id from products where symbol = $1', [symbol])
  const entries = await readEntries(app.db, ensure(product).id, { limit: 100_000 })
  return entries.filter((entry) => entry.kind === 'void')
}

const owned = async ({ userId }: Trader) =>
  await app.db.query(
    `select book, available_micros as available, in_position_micros as held from user_balances
    where user_id = $1 order by book`,
    [userId],
  )

describe('[D9] [P6] [T8] a void of a product for an interval', { timeout: 240_000 }, () => {
  test('[T11] [F8] gives open contracts and losers their stake back, in both books; a win stays, and every receipt holds', async () => {
    app = await createVoidApp({ listen: true })
    const ann = await app.funded('ann_trader')
    const fromMs = app.clock.nowMs()
    const lostDemo = await placed(ann, { stake: '10' })
    const lostReal = await placed(ann, { stake: '20', book: 'real' })
    const won = await placed(ann, { stake: '30', book: 'real', direction: 'down' })
    const open = await placed(ann, { stake: '40', book: 'real', durationSeconds: 60 })
    await app.run(1_000, START_PRICE)
    await app.run(31_000, '49990.00')
    const toMs = app.clock.nowMs() - 2_000
    const later = await placed(ann, { stake: '50' })
    await app.run(1_000, '49990.00')
    expect(await endOf(ann, lostReal.contract)).toEqual(['completed', 'lost', '-20.00'])

    const query = { symbol: 'BTCUSDT', fromMs, toMs }
    const unknown = { contracts: 1, stake: '40.00', profit: '32.80' }
    const expected = {
      ...{ contracts: 3, houseEffect: '-30.00' },
      books: [
        {
          ...{ book: 'real', open: unknown, lost: { contracts: 1, stake: '20.00' } },
          effect: { contracts: 2, stake: '60.00', kept: '20.00', paid: '0.00', unknown },
        },
        { book: 'demo', open: { contracts: 0 }, lost: { contracts: 1, stake: '10.00' } },
      ],
    }
    expect((await app.anna.ok(previewVoid, { query })).preview).toMatchObject(expected)
    const { id, preview } = await app.agree({ fromMs, toMs })
    expect(preview).toMatchObject(expected)
    const before = await owned(ann)
    expect(await app.seen(id)).toMatchObject({ state: 'confirmed', entry: null })
    const watcher = await app.socket('/trade')
    watcher.send({ op: 'subscribe', channel: 'ticks', symbol: 'BTCUSDT' })
    await watcher.next('subscribed')
    await app.run(2_000, '49990.00')

    const [entry, ...others] = await entriesOf('BTCUSDT')
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      ...{ fromMs, toMs, reason: 'wrong prices' },
      ...{ contractCount: 3, houseEffectMicros: -30_000_000n },
    })
    const { seq, timeMs } = ensure(entry)
    expect(timeMs).toBeGreaterThan(ensure((await app.seen(id)).decidedMs))
    expect(await watcher.next('void')).toEqual({
      ...{ type: 'void', symbol: 'BTCUSDT', seq, timeMs, fromMs, toMs },
      ...{ contracts: 3, houseEffect: '-30.00', reason: 'wrong prices' },
    })
    expect(await app.seen(id)).toMatchObject({
      state: 'done',
      entry: { seq, timeMs, contracts: 3, houseEffect: '-30.00' },
    })
    expect((await app.anna.ok(getVoid, { params: { id } })).preview).toBe(null)
    for (const { contract } of [lostDemo, lostReal])
      expect(await endOf(ann, contract)).toEqual(['cancelled', 'void', '0.00'])
    expect(await endOf(ann, won.contract)).toEqual(['completed', 'won', '24.00'])
    expect((await ann.contract(open.contract.id)).state).toBe('running')
    const [demo, real] = (await owned(ann)).map(
      ({ available }, at) => Number(available) - Number(before[at]?.available),
    )
    expect([demo, real]).toEqual([10_000_000, 20_000_000])

    await app.run(32_000, '49990.00')
    expect(await endOf(ann, open.contract)).toEqual(['cancelled', 'void', '0.00'])
    expect(await endOf(ann, later.contract)).toEqual(['completed', 'equal', '0.00'])
    const verifiers = await bundleVerifiers()
    const keys = await ann.client.ok(getSiteKeys)
    for (const [order, reason] of [
      [lostDemo, 'void'],
      [lostReal, 'void'],
      [open, 'void'],
      [won, null],
    ] as const) {
      const { claim, json } = await settledReceipt(app, ann, order.contract.id)
      expect(claim.cancelReason).toBe(reason)
      expect(verifiers.run(json, keys)).toEqual(bothExit(0))
    }
    verifiers.remove()

    // What everybody, and the user, is told of it.
    const { events } = await app.client().ok(listMonthEvents, { query: {} })
    expect(events.find(({ kind }) => kind === 'void')).toMatchObject({
      ...{ symbol: 'BTCUSDT', seq, fromMs, toMs },
      voided: { contracts: 3, houseEffect: '-30.00', reason: 'wrong prices' },
      effects: [
        { book: 'demo', contracts: 1, stake: '10.00', kept: '10.00', paid: '0.00' },
        {
          book: 'real',
          contracts: 2,
          stake: '60.00',
          kept: '60.00',
          paid: '0.00',
          unknown: { contracts: 0 },
        },
      ],
    })
    const { books } = await app.client().ok(getMonth, { query: {} })
    expect(
      books.map(({ completed, cancelled }) => [completed, cancelled.find(({ reason }) => reason === 'void')]),
    ).toEqual([
      [1, expect.objectContaining({ contracts: 2, stake: '60.00', kept: '60.00' })],
      [1, expect.objectContaining({ contracts: 1, stake: '10.00', kept: '10.00' })],
    ])
    expect(await ann.client.ok(getStatistics, { query: { book: 'real' } })).toMatchObject({
      ...{ won: 1, lost: 0, cancelled: 2, profit: '24.00' },
    })
    // Nothing else is changed of what is settled, whoever asks the database.
    for (const result of ['won', 'equal'])
      await expect(
        app.db.query(
          `update contracts set state = 'cancelled', result = null, cancel_reason = 'void', profit_micros = 0
          where result = $1`,
          [result],
        ),
      ).rejects.toThrow('is settled')
    await expect(
      app.db.query(`update contracts set closing_price = 1 where cancel_reason = 'void'`),
    ).rejects.toThrow('is settled')
    const { bills } = await ann.client.ok(listBills, { query: { book: 'real' } })
    expect(bills.map(({ type, amount, remark }) => [type, amount, remark])).toEqual(
      expect.arrayContaining([
        ['loss', '20.00', 'wrong prices'],
        ['loss', '-20.00', null],
      ]),
    )
    const { body } = await ann.client.raw('GET', `${exportBills.path}?book=real`)
    expect(body).toContain('Contract loss returned,20.00,')
    expect(body).toContain('Contract loss,-20.00,')
    const { notices } = await ann.client.ok(listNotices, { query: {} })
    const returned = notices.filter(({ kind }) => kind === 'stake-returned')
    expect(
      returned.map(({ priority, type, data }) => [priority, type, data.amount, data.remark]).sort(),
    ).toEqual([
      ['high', 'trade', '10.00', 'wrong prices'],
      ['high', 'trade', '20.00', 'wrong prices'],
    ])
    const audit = await app.db.query<{ action: string }>(
      `select action from audit_log where subject = $1 order by id`,
      [`void:${id}`],
    )
    expect(audit.map(({ action }) => action)).toEqual([
      'void.propose',
      'void.confirm',
      'void.enter',
      'void.done',
    ])
  })

  test('of contracts that had ended and were not settled yet: who won keeps it, who lost gets the stake back', async () => {
    app = await createVoidApp()
    const ann = await app.funded('ann_trader')
    const fromMs = app.clock.nowMs()
    const up = await ann.place({ stake: '10', book: 'real' })
    const down = await ann.place({ stake: '30', book: 'real', direction: 'down' })
    const running = await ann.place({ stake: '40', durationSeconds: 60 })
    await app.run(1_000, START_PRICE)
    let id = ''
    let unopened = up
    await withoutSettlement(app.db, async () => {
      await app.run(1_000, START_PRICE)
      // Settlement has not even written its opening price.
      unopened = await ann.place({ stake: '7', book: 'real' })
      await app.run(1_000, START_PRICE)
      await app.run(31_000, '49990.00')
      const toMs = app.clock.nowMs() - 1_000
      const agreed = await app.agree({ fromMs, toMs })
      expect(agreed.preview).toMatchObject({ contracts: 3, houseEffect: '-17.00' })
      id = agreed.id
      await app.run(2_000, '49990.00')
      expect(await app.seen(id)).toMatchObject({
        state: 'entered',
        entry: { contracts: 3, houseEffect: '-17.00' },
      })
    })
    await app.run(3_000, '49990.00')
    expect(await app.seen(id)).toMatchObject({ state: 'done' })
    for (const lost of [up, unopened]) expect(await endOf(ann, lost)).toEqual(['cancelled', 'void', '0.00'])
    expect(await endOf(ann, down)).toEqual(['completed', 'won', '24.00'])
    await app.run(30_000, '49990.00')
    expect(await endOf(ann, running)).toEqual(['cancelled', 'void', '0.00'])
  })

  test('that touches nothing is entered all the same; one that overlaps another returns what that one did not', async () => {
    app = await createVoidApp()
    const ann = await app.trader('ann_trader')
    const emptyMs = app.clock.nowMs() - 500
    const empty = await app.agree({ fromMs: emptyMs, toMs: emptyMs })
    expect(empty.preview).toMatchObject({ contracts: 0, houseEffect: '0.00' })
    await app.run(2_000, START_PRICE)
    expect(await app.seen(empty.id)).toMatchObject({
      state: 'done',
      entry: { contracts: 0, houseEffect: '0.00' },
    })

    const firstMs = app.clock.nowMs()
    const first = await placed(ann, { stake: '10' })
    await app.run(5_000, START_PRICE)
    const secondMs = app.clock.nowMs()
    const second = await placed(ann, { stake: '20' })
    const running = await placed(ann, { stake: '5', durationSeconds: 60 })
    await app.run(1_000, START_PRICE)
    await app.run(36_000, '49990.00')
    // Both at once: one after the other into the log, the second one counted after the first.
    const one = await app.agree({ fromMs: firstMs, toMs: secondMs - 1, reason: 'первая' })
    const two = await app.agree({ fromMs: firstMs, toMs: secondMs + 2_000, reason: 'ثانية' })
    await app.run(3_000, '49990.00')
    expect(await app.seen(one.id)).toMatchObject({
      state: 'done',
      entry: { contracts: 1, houseEffect: '-10.00' },
    })
    expect(await app.seen(two.id)).toMatchObject({
      state: 'done',
      entry: { contracts: 2, houseEffect: '-20.00' },
    })
    await app.run(25_000, '49990.00')
    for (const { contract } of [first, second, running]) {
      expect(await endOf(ann, contract)).toEqual(['cancelled', 'void', '0.00'])
      await settledReceipt(app, ann, contract.id)
    }
    expect((await entriesOf('BTCUSDT')).map(({ reason }) => reason)).toEqual([
      'wrong prices',
      'первая',
      'ثانية',
    ])
  })

  test('[O5] engines that return at once return once; a batch of many, with other products left alone', async () => {
    app = await createVoidApp()
    const names = ['ann', 'bob', 'cid']
    const traders = await Promise.all(names.map((name) => app.funded(`${name}_trader`)))
    const fromMs = app.clock.nowMs()
    for (const trader of traders)
      for (let at = 0; at < 4; at += 1)
        await trader.place({ stake: `${at + 1}`, book: at % 2 === 0 ? 'demo' : 'real' })
    await app.run(1_000, START_PRICE)
    await app.run(31_000, '49990.00')
    const second = await createSecondTrading(app)
    const third = await createSecondTrading(app)
    const { id } = await app.agree({ fromMs, toMs: app.clock.nowMs() - 500 })
    await app.run(500, '49990.00')
    const products = second.products.list().map((product) => product.id)
    await Promise.all([
      second.returnStakes(products),
      third.returnStakes(products),
      second.returnStakes(products),
    ])
    await app.run(1_500, '49990.00')
    expect(await app.seen(id)).toMatchObject({
      state: 'done',
      entry: { contracts: 12, houseEffect: '-30.00' },
    })
    const rows = await app.db.query(
      `select count(*) as n, sum(amount_micros)::bigint as sum from transfers where kind = 'void-return'`,
    )
    expect(rows).toEqual([{ n: 12n, sum: 30_000_000n }])
    await second.stop()
    await third.stop()
  })
})
