import { listAlerts, removeAlert, setAlert } from '@truestrike/protocol/alert-endpoints.ts'
import { listNotices, setNotificationSettings } from '@truestrike/protocol/notice-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTradingApp, START_PRICE, type Trader, type TradingApp } from './trading-app.ts'

let app: TradingApp
beforeAll(async () => {
  app = await createTradingApp({ listen: true })
})
afterAll(() => app.close())

const SYMBOL = 'BTCUSDT'
const set = async ({ client }: Trader, direction: 'up' | 'down', price: string, symbol = SYMBOL) =>
  (await client.ok(setAlert, { body: { symbol, direction, price } })).alert
const refused = ({ client }: Trader, direction: 'up' | 'down', price: string, symbol = SYMBOL) =>
  client.refused(setAlert, { body: { symbol, direction, price } })
const waiting = async ({ client }: Trader) => (await client.ok(listAlerts)).alerts
const told = async ({ client }: Trader) =>
  (await client.ok(listNotices, { query: {} })).notices.filter(({ kind }) => kind === 'price-alert')

test('[N6] [K3] an alert is set, listed, removed; the same twice is one; nobody sees or removes another’s', async () => {
  const [anna, berta] = [await app.trader('anna'), await app.trader('berta')]
  const high = await set(anna, 'up', '50100')
  expect(high).toEqual({
    ...{ id: high.id, symbol: SYMBOL, direction: 'up', price: '50100.00', createdMs: app.clock.nowMs() },
  })
  const low = await set(anna, 'down', '49900.5')
  expect(await set(anna, 'up', '50100.00')).toEqual(high)
  expect(await waiting(anna)).toEqual([low, high])
  expect(await waiting(berta)).toEqual([])
  await berta.client.ok(removeAlert, { params: { id: high.id } })
  for (const id of [low.id, low.id, '9999999999999999999']) {
    await anna.client.ok(removeAlert, { params: { id } })
  }
  expect(await waiting(anna)).toEqual([high])
})

test('[N6] [K4] what cannot be waited for is refused with its reason', async () => {
  const carla = await app.trader('carla')
  expect(await refused(carla, 'up', START_PRICE)).toBe('ALERT_REACHED')
  expect(await refused(carla, 'up', '49999.99')).toBe('ALERT_REACHED')
  expect(await refused(carla, 'down', '50000.01')).toBe('ALERT_REACHED')
  for (const price of ['50100.001', '0', '0.00', '5000000.01', '999999999999999.99']) {
    expect(await refused(carla, 'up', price)).toBe('ALERT_PRICE_INVALID')
  }
  for (const price of ['-1', '1e3', '', 'NaN', '50,100', '1'.repeat(40)]) {
    expect(await refused(carla, 'up', price)).toBe('INVALID_PARAMETERS')
  }
  expect(await refused(carla, 'up', '50100', 'NOSUCHPAIR')).toBe('PRODUCT_NOT_FOUND')
  expect(await refused(carla, 'up', '4000', 'ETHUSDT')).toBe('PRICE_STALE')
  expect(await waiting(carla)).toEqual([])
})

test('[N6] a user has fifty at most, however many are set at the same moment', async () => {
  const dora = await app.trader('dora')
  const asked = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      dora.client.call(setAlert, { body: { symbol: SYMBOL, direction: 'up', price: `${60_000 + at}` } }),
    ),
  )
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(50)
  expect(await waiting(dora)).toHaveLength(50)
  expect(await refused(dora, 'up', '61000')).toBe('ALERT_LIMIT')
  // One that waits already is no further one.
  const [one] = await waiting(dora)
  await set(dora, 'up', one?.price ?? '')
})

test('[N6] [M1] [N2] [N5] it fires once, on the first tick that reaches it, with high priority, and is gone', async () => {
  const erna = await app.trader('erna')
  const alerts = [await set(erna, 'up', '50100'), await set(erna, 'down', '49900')]
  const socket = await app.socket('/ws', { client: erna.client })
  socket.send({ op: 'subscribe', channel: 'user' })
  await socket.next('balances')
  await app.run(2_000, '50099.99')
  expect(await told(erna)).toEqual([])
  await app.run(500, '50101.50')
  await app.run(2_500, '50200.00')
  const notices = await told(erna)
  expect(notices).toMatchObject([
    {
      ...{ type: 'trade', priority: 'high', read: false },
      data: {
        ...{ symbol: SYMBOL, direction: 'up', price: '50101.50', target: '50100.00' },
        ref: `alert:${alerts[0]?.id}`,
      },
    },
  ])
  expect((await socket.next('notices')).items).toEqual(notices)
  expect(await waiting(erna)).toEqual([alerts[1]])
  await app.run(1_500, START_PRICE)
  await app.run(1_500, '50101.50')
  expect(await told(erna)).toEqual(notices)
  await app.run(2_000, '49900.00')
  expect((await told(erna))[0]?.data).toMatchObject({ direction: 'down', price: '49900.00' })
  expect(await waiting(erna)).toEqual([])
  await app.run(1_500, START_PRICE)
})

test('[N6] a tick between setting and the engine’s next look counts; one from before does not', async () => {
  const fanny = await app.trader('fanny')
  await app.run(1_000, '50080.00')
  app.feed.push(SYMBOL, START_PRICE)
  await app.clock.advance(200)
  await set(fanny, 'up', '50070')
  await app.run(2_000, '50001.00')
  expect(await told(fanny)).toEqual([])
  await set(fanny, 'up', '50050')
  app.feed.push(SYMBOL, '50060.00')
  await app.clock.advance(200)
  app.feed.push(SYMBOL, '50001.00')
  await app.clock.advance(200)
  await app.run(2_000, START_PRICE)
  expect((await told(fanny)).map(({ data }) => data.price)).toEqual(['50060.00'])
  expect((await waiting(fanny)).map(({ price }) => price)).toEqual(['50070.00'])
})

test('[N6] who switched price alerts off is told of none; they are used up all the same', async () => {
  const [gerda, hanna] = [await app.trader('gerda'), await app.trader('hanna')]
  const body = { email: true, trade: true, system: true, marketing: false, newsletter: false }
  await gerda.client.ok(setNotificationSettings, { body: { ...body, priceAlerts: false } })
  await hanna.client.ok(setNotificationSettings, { body: { ...body, trade: false, priceAlerts: true } })
  for (const user of [gerda, hanna]) await set(user, 'up', '50150')
  await app.run(2_000, '50150.00')
  expect(await told(gerda)).toEqual([])
  expect(await told(hanna)).toHaveLength(1)
  for (const user of [gerda, hanna]) expect(await waiting(user)).toEqual([])
})

test('[T16] no alert, and no firing, changes a contract, a price or a rule', async () => {
  const ida = await app.trader('ida')
  await app.run(1_000, START_PRICE)
  const { id } = await ida.place()
  await app.run(1_000, START_PRICE)
  const facts = () =>
    app.db.query(
      `select to_jsonb(c) as contract, (select jsonb_agg(r order by r.id) from game_rules r) as rules,
        (select sum(balance_micros) from system_balances) as funds from contracts c where c.id = $1`,
      [BigInt(id)],
    )
  const before = await facts()
  await set(ida, 'up', '50050')
  await set(ida, 'down', '49950')
  await app.run(2_000, '50050.00')
  expect(await told(ida)).toHaveLength(1)
  expect(await facts()).toEqual(before)
})
