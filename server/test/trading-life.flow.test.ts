import { getUserInfo } from '@truestrike/protocol/account-endpoints.ts'
import { getContract, getStatistics, listContracts } from '@truestrike/protocol/trade-endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listDueContracts, settleContracts } from '../src/trading/settling.store.ts'
import { settledReceipt } from './receipt-checks.ts'
import { createTradingApp, START_PRICE, type Trader, type TradingApp } from './trading-app.ts'

describe('the life of a contract', { timeout: 120_000 }, () => {
  let app: TradingApp
  let ann: Trader
  beforeAll(async () => {
    app = await createTradingApp({ listen: true })
    ann = await app.trader('ann_trader')
  })
  afterAll(() => app.close())

  test('[T4] [T5] [T8] [F1] a won contract: stake held, opened, settled at once, profit paid and told', async () => {
    const socket = await app.socket('/trade', { client: ann.client })
    socket.send({ op: 'subscribe', channel: 'contracts' })
    expect(await socket.next('contracts')).toMatchObject({ snapshot: true, items: [] })
    const general = await app.socket('/ws', { client: ann.client })
    general.send({ op: 'subscribe', channel: 'user' })
    expect((await general.next('balances')).balances.demo.available).toBe('10000.00')
    const placed = await ann.place({ stake: '10' })
    expect(placed).toMatchObject({ state: 'opening', openingPrice: null, stake: '10.00', payoutBps: 8000 })
    const held = await ann.client.ok(getUserInfo)
    expect(held.balances.demo).toMatchObject({ total: '10000.00', available: '9990.00', inPosition: '10.00' })

    await app.run(1_000, START_PRICE)
    const opened = await ann.contract(placed.id)
    expect(opened).toMatchObject({ state: 'running', openingPrice: START_PRICE })
    expect(opened.openingTimeMs).toBeGreaterThanOrEqual(placed.acceptedAtMs + placed.openingDelayMs)

    await app.run(30_500, '50010.00')
    const settled = await ann.contract(placed.id)
    expect(settled).toMatchObject({
      state: 'completed',
      result: 'won',
      closingPrice: '50010.00',
      profit: '8.00',
    })
    expect(Number(settled.settledAtMs) - settled.expiresAtMs).toBeLessThanOrEqual(1_000)
    const paid = await ann.client.ok(getUserInfo)
    expect(paid.balances.demo).toMatchObject({ total: '10008.00', available: '10008.00', inPosition: '0.00' })
    const states = socket.messages.flatMap((message) =>
      message.type === 'contracts' && !message.snapshot ? message.items.map((item) => item.state) : [],
    )
    expect(states).toEqual(['opening', 'running', 'completed'])
    const { items } = await general.next('notices')
    expect(items[0]).toMatchObject({
      kind: 'contract-settled',
      type: 'trade',
      priority: 'medium',
      data: { contractId: placed.id, symbol: 'BTCUSDT', result: 'won', profit: '8.00' },
    })
    const told = await general.next('balances', (message) => message.balances.demo.inPosition === '0.00')
    expect(told.balances).toEqual({ ...paid.balances, version: paid.balanceVersion })
    expect(paid.balanceVersion).toBeGreaterThan(held.balanceVersion)
    expect(await app.auditFaults()).toEqual([])
  })

  test('[T5] [T6] equal prices return the stake; down wins below; a lost stake goes to the house', async () => {
    const equal = await ann.place()
    const down = await ann.place({ direction: 'down', stake: '1.000003' })
    await app.run(31_500, START_PRICE)
    expect(await ann.contract(equal.id)).toMatchObject({
      state: 'completed',
      result: 'equal',
      profit: '0.00',
    })
    expect(await ann.contract(down.id)).toMatchObject({ result: 'equal' })
    const lost = await ann.place({ direction: 'up', stake: '2' })
    const won = await ann.place({ direction: 'down', stake: '1.000003' })
    await app.run(1_000, START_PRICE)
    await app.run(30_500, '49999.99')
    expect(await ann.contract(lost.id)).toMatchObject({ result: 'lost', profit: '-2.00' })
    expect(await ann.contract(won.id)).toMatchObject({ result: 'won', profit: '0.800002' })
    expect(await app.auditFaults()).toEqual([])
  })

  test('[T5] [F8] what one process has settled another one that read the contract before does not settle again', async () => {
    const una = await app.trader('una_trader')
    const placed = await una.place({ stake: '10' })
    await app.run(2_000, START_PRICE)
    const expiry = BigInt(placed.expiresAtMs)
    const [{ productId } = { productId: 0 }] = await app.db.query<{ productId: number }>(
      'select product_id as "productId" from contracts where id = $1',
      [BigInt(placed.id)],
    )
    const read = await listDueContracts(app.db, productId, {
      watermarkMs: placed.expiresAtMs,
      afterExpiryMs: expiry - 1n,
      afterId: 0n,
    })
    expect(read.map(({ id }) => String(id))).toEqual([placed.id])
    await app.run(30_500, '50010.00')
    const settled = await una.contract(placed.id)
    const paid = await una.client.ok(getUserInfo)
    expect(settled).toMatchObject({ result: 'won', profit: '8.00' })
    expect(paid.balances.demo.total).toBe('10008.00')

    const decided = read.map((row) => ({
      ...row,
      ...{ state: 'completed' as const, result: 'won' as const, profitMicros: 8_000_000n },
      ...{ closingPrice: 5_001_000n, closingTimeMs: expiry, causeSeq: null, ifCountedMicros: null },
    }))
    expect(await Promise.all([settleContracts(app.db, decided), settleContracts(app.db, decided)])).toEqual([
      [],
      [],
    ])
    expect(await una.client.ok(getUserInfo)).toEqual(paid)
    expect(await una.contract(placed.id)).toEqual(settled)
    expect(await app.auditFaults()).toEqual([])
  })

  test('[M5] [T6] in quarantine prices are entered as refused: orders are refused, what ends meanwhile is cancelled, and the receipt says why', async () => {
    const bea = await app.trader('bea_trader')
    const open = await bea.place()
    await app.run(20_000, START_PRICE)
    for (let passed = 0; passed < 15_000; passed += 500) {
      app.feed.push('BTCUSDT', { price: '51000.00', secondPrice: '50000.00' })
      await app.clock.advance(500)
    }
    expect(await bea.refused()).toBe('PRICE_STALE')
    expect(await bea.contract(open.id)).toMatchObject({
      state: 'cancelled',
      cancelReason: 'price-gap',
    })
    await app.run(2_000, START_PRICE)
    const { chains } = await settledReceipt(app, bea, open.id)
    const entries = chains.flatMap(({ blocks }) =>
      blocks.flatMap(({ runs }) => runs.flatMap((run) => run.entries)),
    )
    const refused = entries.filter((entry) => entry.kind === 'rejected')
    expect(new Set(refused.map(({ rule }) => rule))).toEqual(new Set(['deviation']))
    expect((await bea.place()).state).toBe('opening')
    expect(await app.auditFaults()).toEqual([])
    await app.run(40_000, START_PRICE)
  })

  test('[T8] 300 contracts that expire in the same second are settled within a second of expiry', async () => {
    // One after another: sign-ins under way at once from one address are held back, on the clock that stands still here.
    const traders: Trader[] = []
    for (let at = 0; at < 15; at += 1) traders.push(await app.trader(`many_${at}`))
    const placed = await Promise.all(
      traders.flatMap((trader) =>
        Array.from({ length: 20 }, (_, at) => trader.place({ direction: at % 2 === 0 ? 'up' : 'down' })),
      ),
    )
    expect(new Set(placed.map(({ id }) => id)).size).toBe(300)
    await app.run(1_000, START_PRICE)
    await app.run(30_500, '50003.00')
    const delays = await app.db.query<{ ms: bigint; result: string }>(
      `select settled_at_ms - expires_at_ms as ms, result from contracts where id = any ($1::bigint[]) order by 1 desc`,
      [placed.map(({ id }) => BigInt(id))],
    )
    expect(delays).toHaveLength(300)
    expect(Number(delays[0]?.ms)).toBeLessThanOrEqual(1_000)
    expect(delays.filter(({ result }) => result === 'won')).toHaveLength(150)
    expect(await app.auditFaults()).toEqual([])
  })

  test('[C1] [C2] [T13] records: newest first, paged, filtered; own ones only; hit rate against break-even', async () => {
    const bob = await app.trader('bob_trader')
    const first = await ann.client.ok(listContracts, { query: { book: 'demo', limit: 2 } })
    expect(first.contracts).toHaveLength(2)
    const rest = await ann.client.ok(listContracts, {
      query: { book: 'demo', limit: 100, cursor: String(first.nextCursor) },
    })
    expect(rest.nextCursor).toBeNull()
    const ids = [...first.contracts, ...rest.contracts].map((contract) => Number(contract.id))
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect(ids).toHaveLength(5)
    const won = await ann.client.ok(listContracts, {
      query: { book: 'demo', state: 'settled', result: 'won' },
    })
    expect(won.contracts.every((contract) => contract.result === 'won')).toBe(true)
    expect(won.contracts).toHaveLength(2)
    expect(await bob.list()).toEqual([])
    expect(await bob.client.refused(getContract, { params: { id: String(ids[0]) } })).toBe(
      'CONTRACT_NOT_FOUND',
    )
    expect(await ann.client.refused(listContracts, { query: { book: 'demo', cursor: 'nonsense' } })).toBe(
      'INVALID_PARAMETERS',
    )
    const statistics = await ann.client.ok(getStatistics, { query: { book: 'demo' } })
    expect(statistics).toMatchObject({ won: 2, lost: 1, equal: 2, hitRateBps: 6667, breakEvenBps: 5556 })
  })

  test('[C1] [T13] [U-9] the hit rate follows each filter of the records', async () => {
    const { contracts } = await ann.client.ok(listContracts, { query: { book: 'demo', limit: 100 } })
    const filters = [
      { direction: 'up' },
      { direction: 'down' },
      { symbol: 'BTCUSDT' },
      { symbol: 'ETHUSDT' },
      { state: 'completed' },
      { state: 'cancelled' },
      { state: 'pending' },
      { result: 'won' },
      { fromMs: contracts[2]?.acceptedAtMs ?? 0 },
      { toMs: contracts[2]?.acceptedAtMs ?? 0 },
    ] as const
    for (const filter of filters) {
      const listed = await ann.client.ok(listContracts, { query: { book: 'demo', limit: 100, ...filter } })
      const [won, lost] = (['won', 'lost'] as const).map(
        (result) => listed.contracts.filter((contract) => contract.result === result).length,
      )
      const statistics = await ann.client.ok(getStatistics, { query: { book: 'demo', ...filter } })
      expect(statistics, JSON.stringify(filter)).toMatchObject({ won, lost })
    }
  })
})
