import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { PriceAlert } from '@truestrike/protocol/alert-endpoints.ts'
import type { Product } from '@truestrike/protocol/market-endpoints.ts'
import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpTrader, type HttpTrader } from './http-trader.ts'
import { bundleServer, type ServerBundle, type ServerProcess } from './server-process.ts'
import { createDatabaseWithoutPast, testDatabaseUrl } from './test-database.ts'

const KILLS = 2
const START_MS = 60_000
/** On either side of the price and for each kill: all of them are fewer than a user may have. */
const EACH = 8
/** Of the price, between two alerts: a few are reached every second. */
const STEP = 0.00003

let server: ServerBundle
let folder: string
let database: Awaited<ReturnType<typeof createDatabaseWithoutPast>> | null = null
beforeAll(async () => {
  if (testDatabaseUrl !== undefined) database = await createDatabaseWithoutPast(testDatabaseUrl)
  server = await bundleServer()
  folder = await mkdtemp(join(tmpdir(), 'truestrike-alerts-'))
})
afterAll(async () => {
  await server.remove()
  await rm(folder, { recursive: true, force: true })
  await database?.drop()
})

const start = (): Promise<ServerProcess> =>
  server.start({
    ...{
      DATA_DIR: folder,
      FEED_SEED: 'bcffa1bab7ee4a3ec9238c240f6f77a8',
      LOG_LEVEL: 'warn',
      LIMIT_WRITE_PER_MINUTE: '1000000',
    },
    LIMIT_READ_PER_MINUTE: '1000000',
    ...(database === null ? {} : { DATABASE_URL: database.url }),
  })

async function setAround(trader: HttpTrader, { address }: ServerProcess): Promise<string[]> {
  const ticker = async () => {
    const { products } = await trader.read<{ products: Product[] }>(address, '/api/market/products')
    return products.find(({ symbol }) => symbol === 'BTCUSDT')?.ticker
  }
  // A process is ready before its first price.
  await expect.poll(async () => (await ticker())?.status, { timeout: START_MS }).toBe('open')
  const now = Number((await ticker())?.price)
  const ids: string[] = []
  for (let at = 1; at <= EACH; at += 1) {
    for (const direction of ['up', 'down'] as const) {
      const price = (now * (1 + (direction === 'up' ? 1 : -1) * at * STEP)).toFixed(2)
      const body = { symbol: 'BTCUSDT', direction, price }
      const answer = await trader.send<{ alert: PriceAlert }>(address, '/api/account/alerts', body)
      // The market has moved on meanwhile, or a busy machine is late with it.
      if (!answer.success) expect(['ALERT_REACHED', 'PRICE_STALE']).toContain(answer.code)
      else ids.push(answer.data.alert.id)
    }
  }
  return ids
}

test(`[N6] [O4] kill -9 while prices are reached, ${KILLS} times: each alert waits or was told of, never both, never twice, and none is lost`, {
  timeout: (KILLS + 3) * START_MS,
}, async () => {
  let running = await start()
  const { inviteCode } = JSON.parse(await readFile(join(folder, 'first-run.json'), 'utf8')) as {
    inviteCode: string
  }
  const trader = await createHttpTrader(running.address, 'watcher', inviteCode)
  const told = async () => {
    const { notices } = await trader.read<{ notices: Notice[] }>(running.address, '/api/account/notices')
    return notices.flatMap(({ kind, data }) => (kind === 'price-alert' ? [data.ref ?? ''] : []))
  }
  const set = new Set<string>()
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = (await told()).length
    for (const id of await setAround(trader, running)) set.add(id)
    // Others are being reached by then; a different moment each time.
    await expect.poll(async () => (await told()).length, { timeout: START_MS }).toBeGreaterThan(before)
    await delay(kill * 431)
    await running.end('SIGKILL')
    running = await start()
  }
  const found = async () => {
    const { alerts } = await trader.read<{ alerts: PriceAlert[] }>(running.address, '/api/account/alerts')
    return [...(await told()), ...alerts.map(({ id }) => `alert:${id}`)].sort()
  }
  const expected = [...set].map((id) => `alert:${id}`).sort()
  expect(expected.length).toBeGreaterThan(KILLS * EACH)
  // What is told between the two questions stands in both answers: asked again it does not.
  await expect.poll(found, { timeout: 20_000 }).toEqual(expected)
  const { alerts } = await trader.read<{ alerts: PriceAlert[] }>(running.address, '/api/account/alerts')
  expect(alerts.length).toBeLessThan(expected.length)
  expect(await running.end('SIGTERM')).toBe(0)
})
