import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Bus } from '../src/platform/bus.ts'
import { connectNatsBus } from '../src/platform/nats-bus.ts'
import { placed, rootsOf, settledReceipt } from './receipt-checks.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { createTradingApp, START_PRICE, type TradingApp } from './trading-app.ts'

const natsUrl = process.env.TEST_NATS_URL
const prefix = `test-${randomBytes(6).toString('hex')}`

/** Two processes of one installation: one writes the log, the other takes orders and can lose NATS. */
let engine: TradingApp
let edge: TestApp
let proxy: TcpProxy
let cut: () => void = () => {}

const open = (url: string): Promise<Bus> =>
  connectNatsBus({
    url,
    prefix,
    onConnection: (connected) => !connected && cut(),
    onTrouble: (error) => console.error(error),
  })

beforeAll(async () => {
  if (natsUrl === undefined) return
  const { hostname, port } = new URL(natsUrl)
  proxy = await openTcpProxy(hostname, Number(port || 4222))
  engine = await createTradingApp({ bus: await open(natsUrl) })
  edge = await createTestApp({
    beside: engine,
    bus: await open(`nats://127.0.0.1:${proxy.port}`),
    env: { ROLE: 'edge', DATABASE_URL: 'postgres://the-one-beside', NATS_URL: natsUrl },
    start: true,
  })
})
afterAll(async () => {
  await edge?.close()
  await engine?.close()
  proxy?.close()
})

test.skipIf(natsUrl === undefined)(
  '[T11] [S1] what one process accepts another one enters in the log, told over NATS or not; each proves it with the same keys',
  { timeout: 60_000 },
  async () => {
    await engine.trader('ann_trader')
    const client = edge.client()
    await client.login('ann_trader')

    const told = await placed({ client })
    const root = { root: told.receipt.acceptance.root, count: 1 }
    // The message takes its time; the slot it belongs to has not ended here.
    await expect
      .poll(() => engine.app.market.engine.lanes.some((lane) => lane.isExpecting(BigInt(told.contract.id))))
      .toBe(true)
    await engine.run(500, START_PRICE)
    expect(await rootsOf(engine.db, 'BTCUSDT')).toMatchObject([root])

    const lost = new Promise<void>((resolve) => {
      cut = resolve
    })
    proxy.cut()
    await lost
    const untold = await placed({ client }, { direction: 'down' })
    await engine.run(1_000, START_PRICE)
    const [, second] = await rootsOf(engine.db, 'BTCUSDT')
    expect(second).toMatchObject({ root: untold.receipt.acceptance.root, count: 1 })
    // Found by the engine itself, in time for the opening.
    expect(Number(second?.timeMs) - untold.contract.acceptedAtMs).toBeLessThanOrEqual(1_000)
    await engine.run(31_000, START_PRICE)
    for (const { contract, receipt } of [told, untold]) {
      const settled = await settledReceipt(engine, { client }, contract.id)
      expect(settled).toMatchObject({ acceptance: receipt.acceptance, claim: { result: 'equal' } })
    }
    proxy.mend()
  },
)
