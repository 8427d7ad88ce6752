import { afterEach, expect, test } from 'vitest'
import { createHttpTrader } from './http-trader.ts'
import { createTestApp } from './test-app.ts'
import { testDatabaseUrl } from './test-database.ts'
import { createTradingApp, orderOf, START_PRICE, type TradingApp } from './trading-app.ts'

let app: TradingApp
afterEach(() => app.close())

test('[O4] a stop lets the orders under way get their answers, tells the sockets, and takes nothing new', async () => {
  app = await createTradingApp({ listen: true })
  const address = `http://127.0.0.1:${app.port}`
  const ann = await createHttpTrader(address, 'ann_trader', app.firstRun.inviteCode)
  const socket = await app.socket('/ws')
  await ann.place(address, orderOf())
  // The database is busy with something else that the orders have to wait for; reading goes on.
  let letGo = (): void => {}
  const busy = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const held = app.db.tx(async (sql) => {
    await sql.query('lock table contracts in exclusive mode')
    await busy
  })
  const orders = [orderOf(), orderOf()].map((order) => ann.place(address, order))
  await expect
    .poll(() =>
      app.metrics.render().then(({ text }) => Number(/order_batch_size_count (\d+)/.exec(text)?.[1])),
    )
    .toBeGreaterThan(1)

  let isStopped = false
  const stopped = app.app.stop().then(() => {
    isStopped = true
  })
  expect((await socket.next('closing')).reason).toBe('restarting')
  await socket.closed
  const asks = () =>
    fetch(`${address}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(asks).toBe(false)
  expect(isStopped).toBe(false)
  const letGoAtMs = performance.now()
  letGo()
  await held
  const answers = await Promise.all(orders)
  await stopped
  // Not after the ten seconds that calls are given at most.
  expect(performance.now() - letGoAtMs).toBeLessThan(5_000)
  const ids = answers.map((answer) => (answer.success ? answer.data.contract.id : answer.code))
  const rows = await app.db.query<{ id: bigint }>('select id from contracts order by id offset 1')
  expect(ids.sort()).toEqual(rows.map(({ id }) => id.toString()).sort())
  expect(new Set(ids).size).toBe(2)
})

// On the embedded database a start takes the products by force, and gives them back to who is there when it stops.
test.skipIf(testDatabaseUrl !== undefined)(
  '[O4] [O5] a process that stops after it took products over leaves no work behind for later',
  async () => {
    app = await createTradingApp()
    await app.run(1_000, START_PRICE)
    const epochOf = async (): Promise<bigint | undefined> => {
      const rows = await app.db.query<{ epoch: bigint }>('select max(epoch) as epoch from log_heads')
      return rows[0]?.epoch
    }
    const first = (await epochOf()) ?? 0n
    const other = await createTestApp({
      beside: app,
      bus: { ...app.bus, close: async () => {} },
      start: true,
    })
    expect(await epochOf()).toBe(first + 1n)
    await other.close()
    await app.run(1_000, START_PRICE)
    expect(await epochOf()).toBe(first + 2n)
    await app.app.stop()
    const asked: string[] = []
    const { query } = app.db
    app.db.query = (text, params) => {
      if (!text.includes('service_clock')) asked.push(text)
      return query(text, params)
    }
    await app.clock.advance(60_000)
    expect(asked).toEqual([])
  },
)
