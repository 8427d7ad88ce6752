import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensure } from '@truestrike/core/assert.ts'
import type { LogEntry } from '@truestrike/protocol/market-endpoints.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type ExchangeServer, startExchangeServer } from './exchange-server.ts'
import { createHttpTrader } from './http-trader.ts'
import { bundleServer, type ServerBundle } from './server-process.ts'
import { testDatabaseUrl } from './test-database.ts'
import { orderOf } from './trading-app.ts'

const TRADE_EVERY_MS = 100
/** Longer than a contract of 30 s: it is opened and settled while the thread that serves calls stands still. */
const STALL_MS = 32_000
const TICK_GAP_MAX_MS = 1_000

let exchange: ExchangeServer
let bundle: ServerBundle
let folder: string
let trades: NodeJS.Timeout

beforeEach(async () => {
  exchange = await startExchangeServer()
  bundle = await bundleServer()
  folder = await mkdtemp(join(tmpdir(), 'truestrike-stalled-'))
  let id = 1
  trades = setInterval(() => {
    id += 1
    const trade = { e: 'trade', s: 'BTCUSDT', t: id, p: `${60_000 + (id % 7)}.10`, q: '0.01', T: Date.now() }
    exchange.send([JSON.stringify({ stream: 'btcusdt@trade', data: trade })])
  }, TRADE_EVERY_MS)
})
afterEach(async () => {
  clearInterval(trades)
  await bundle.remove()
  await exchange.close()
  await rm(folder, { recursive: true, force: true })
})

// The embedded database is shared by the threads of one process; on PostgreSQL processes have done so all along.
test.skipIf(testDatabaseUrl !== undefined)(
  '[O3] [T8] [M5] while the thread that serves calls stands still for half a minute, exchange prices go on and contracts are settled',
  { timeout: 180_000 },
  async () => {
    const server = await bundle.start({
      DATA_DIR: folder,
      MARKET_FEED: 'exchange',
      EXCHANGE_STREAM_URL: exchange.streamUrl,
      EXCHANGE_REST_URL: exchange.restUrl,
      EXCHANGE_FOREX_URL: `${exchange.streamUrl}/v2`,
      EXCHANGE_CROSS_CHECK: 'off',
      NODE_OPTIONS: '--inspect=127.0.0.1:0',
    })
    const { address } = server
    const firstRun = JSON.parse(await readFile(join(folder, 'first-run.json'), 'utf8'))
    const trader = await createHttpTrader(address, 'stalled_ann', firstRun.inviteCode)
    const { id, acceptedAtMs, expiresAtMs } = await vi.waitFor(
      async () => {
        const answer = await trader.place(address, orderOf())
        if (!answer.success) throw new Error(answer.code)
        return answer.data.contract
      },
      { timeout: 30_000, interval: 200 },
    )

    const stalledFromMs = Date.now()
    await stall(server.output(), STALL_MS)
    const stalledToMs = Date.now()

    // The stall was real: it began before the contract opened and ended after it was due.
    expect(stalledFromMs).toBeLessThan(acceptedAtMs + 5_000)
    expect(stalledToMs).toBeGreaterThan(expiresAtMs)
    const contract = await trader.read<{ contract: Contract }>(address, `/api/trade/contracts/${id}`)
    expect(contract.contract).toMatchObject({ state: 'completed', cancelReason: null })
    expect(ensure(contract.contract.settledAtMs)).toBeLessThan(stalledToMs)
    const log = `/api/market/ticks?symbol=BTCUSDT&ticksOnly=true&limit=5000&fromMs=${acceptedAtMs}&toMs=${stalledToMs}`
    const { entries } = await trader.read<{ entries: LogEntry[] }>(address, log)
    const gaps = entries.slice(1).map(({ timeMs }, at) => timeMs - ensure(entries[at]).timeMs)
    expect(entries.length).toBeGreaterThan(100)
    expect(Math.max(...gaps)).toBeLessThan(TICK_GAP_MAX_MS)
  },
)

/** Keeps the process's main thread busy for so long, by its debugger; resolves when it is free again. */
async function stall(output: string, ms: number): Promise<void> {
  const url = ensure(/Debugger listening on (ws:\S+)/.exec(output)?.[1], output)
  const inspector = new WebSocket(url)
  await once(inspector, 'open')
  const expression = `{ const until = Date.now() + ${ms}; while (Date.now() < until); }`
  inspector.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }))
  await once(inspector, 'message')
  inspector.close()
}
