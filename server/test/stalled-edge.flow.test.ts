import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensure } from '@truestrike/core/assert.ts'
import type { LogEntry } from '@truestrike/protocol/market-endpoints.ts'
import { submitIdentity, uploadAvatar } from '@truestrike/protocol/profile-endpoints.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type ExchangeServer, startExchangeServer } from './exchange-server.ts'
import { createHttpTrader, type HttpTrader } from './http-trader.ts'
import { slowPdf } from './pdfs.ts'
import { pictureBombs } from './pictures.ts'
import { bundleServer, type ServerBundle, type ServerProcess } from './server-process.ts'
import { testDatabaseUrl } from './test-database.ts'
import { orderOf } from './trading-app.ts'

const TRADE_EVERY_MS = 100
/** Longer than a contract of 30 s: it is opened and settled while the thread that serves calls stands still. */
const STALL_MS = 32_000
const TICK_GAP_MAX_MS = 1_000
const HEALTHZ_MS_MAX = 250
const SLOW_PDFS = 10

let exchange: ExchangeServer
let bundle: ServerBundle
let folder: string
let trades: NodeJS.Timeout
/** This process is busy too: the longest time between two trades it sent, in ms. */
let longestSentGapMs: number
let sentAt: number

beforeEach(async () => {
  exchange = await startExchangeServer()
  bundle = await bundleServer()
  folder = await mkdtemp(join(tmpdir(), 'truestrike-stalled-'))
  let id = 1
  forgetGaps()
  trades = setInterval(() => {
    id += 1
    longestSentGapMs = Math.max(longestSentGapMs, performance.now() - sentAt)
    sentAt = performance.now()
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
    const { server, inviteCode } = await startOnExchange({ NODE_OPTIONS: '--inspect=127.0.0.1:0' })
    const { address } = server
    const trader = await createHttpTrader(address, 'stalled_ann', inviteCode)
    const { id, acceptedAtMs, expiresAtMs } = await placed(trader, address)

    const stalledFromMs = Date.now()
    await stall(server.output(), STALL_MS)
    const stalledToMs = Date.now()

    // The stall was real: it began before the contract opened and ended after it was due.
    expect(stalledFromMs).toBeLessThan(acceptedAtMs + 5_000)
    expect(stalledToMs).toBeGreaterThan(expiresAtMs)
    const contract = await trader.read<{ contract: Contract }>(address, `/api/trade/contracts/${id}`)
    expect(contract.contract).toMatchObject({ state: 'completed', cancelReason: null })
    expect(ensure(contract.contract.settledAtMs)).toBeLessThan(stalledToMs)
    expect(await longestGap(trader, address, [acceptedAtMs, stalledToMs])).toBeLessThan(TICK_GAP_MAX_MS)
  },
)

test.skipIf(testDatabaseUrl !== undefined)(
  '[S-1] [K4] [T8] while strangers send files, pictures, sign-ins and JSON made to be slow, prices go on, no contract is cancelled, and calls are answered',
  { timeout: 180_000 },
  async () => {
    const { server, inviteCode } = await startOnExchange({
      LIMIT_SIGN_IN_PER_MINUTE: '1000',
      LIMIT_UPLOAD_PER_MINUTE: '1000',
    })
    const { address } = server
    const names = ['flood_ann', 'flood_bob', 'flood_cleo']
    const strangers = await Promise.all(names.map((name) => createHttpTrader(address, name, inviteCode)))
    // Making them takes this process seconds.
    const bombs = Object.values(await pictureBombs())
    const files = [
      ...Array<Buffer>(SLOW_PDFS).fill(slowPdf()),
      ...Array.from({ length: 60 }, (_, at) => ensure(bombs[at % bombs.length])),
    ]
    const trader = ensure(strangers[0])
    const { id, acceptedAtMs } = await placed(trader, address)
    forgetGaps()
    const latency = watchLatency(`${address}/healthz`)

    const refusals: string[] = []
    const uploads = strangers.map(async (stranger, who) => {
      for (const file of files.filter((_, at) => at % strangers.length === who))
        refusals.push(await uploaded(stranger, address, file))
    })
    const signIns = Array.from({ length: 200 }, (_, at) =>
      trader.send(address, '/api/login/login', {
        username: `nobody_${at}`,
        password: 'a wrong password',
        bind: 'address',
      }),
    )
    const large = fetch(`${address}/api/login/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'x'.repeat(5_000_000) }),
    }).catch(() => null)
    const answers = await Promise.all(signIns)
    await Promise.all([...uploads, large])
    // Everything was looked at, nothing was turned away at the door but sign-ins beyond those that may wait.
    expect(
      refusals.filter((code) => !/^(taken|PDF_UNREADABLE|PICTURE_\w+|FILE_TYPE_REFUSED)$/.test(code)),
    ).toEqual([])
    expect(refusals.filter((code) => code === 'PDF_UNREADABLE')).toHaveLength(SLOW_PDFS)
    const signedIn = answers.map((answer) => (answer.success ? 'taken' : answer.code))
    expect([...new Set(signedIn)].sort()).toEqual(['LOGIN_FAILED', 'SERVICE_UNAVAILABLE'])
    const { contract } = await vi.waitFor(
      async () => {
        const read = await trader.read<{ contract: Contract }>(address, `/api/trade/contracts/${id}`)
        if (read.contract.settledAtMs === null) throw new Error('not settled yet')
        return read
      },
      { timeout: 60_000, interval: 200 },
    )

    const { slowMs, idleMs } = await latency.stop()
    expect(contract).toMatchObject({ state: 'completed', cancelReason: null })
    const gapMs = await longestGap(trader, address, [acceptedAtMs, ensure(contract.settledAtMs)])
    expect(gapMs - longestSentGapMs).toBeLessThan(TICK_GAP_MAX_MS)
    // An idle process on the same machine has to wait for it as well.
    expect(slowMs - idleMs).toBeLessThan(HEALTHZ_MS_MAX)
  },
)

/** From now on; this process was busy with other things before. */
function forgetGaps(): void {
  longestSentGapMs = 0
  sentAt = performance.now()
}

async function startOnExchange(
  env: Record<string, string>,
): Promise<{ server: ServerProcess; inviteCode: string }> {
  const server = await bundle.start({
    DATA_DIR: folder,
    MARKET_FEED: 'exchange',
    EXCHANGE_STREAM_URL: exchange.streamUrl,
    EXCHANGE_REST_URL: exchange.restUrl,
    EXCHANGE_FOREX_URL: `${exchange.streamUrl}/v2`,
    EXCHANGE_CROSS_CHECK: 'off',
    ...env,
  })
  const { inviteCode } = JSON.parse(await readFile(join(folder, 'first-run.json'), 'utf8'))
  return { server, inviteCode }
}

/** A contract, once the product has a price. */
function placed(trader: HttpTrader, address: string): Promise<Contract> {
  return vi.waitFor(
    async () => {
      const answer = await trader.place(address, orderOf())
      if (!answer.success) throw new Error(answer.code)
      return answer.data.contract
    },
    { timeout: 30_000, interval: 200 },
  )
}

/** The longest time between two ticks of the log, in ms. */
async function longestGap(
  trader: HttpTrader,
  address: string,
  [fromMs, toMs]: [number, number],
): Promise<number> {
  const log = `/api/market/ticks?symbol=BTCUSDT&ticksOnly=true&limit=5000&fromMs=${fromMs}&toMs=${toMs}`
  const { entries } = await trader.read<{ entries: LogEntry[] }>(address, log)
  expect(entries.length).toBeGreaterThan(100)
  return Math.max(...entries.slice(1).map(({ timeMs }, at) => timeMs - ensure(entries[at]).timeMs))
}

/** Sends a PDF as the paper of an identity and anything else as a picture of the user; `taken`, or the code of the refusal. */
function uploaded(trader: HttpTrader, address: string, file: Buffer): Promise<string> {
  const isPdf = file.subarray(0, 4).toString('latin1') === '%PDF'
  const form = new FormData()
  if (isPdf) {
    form.set('realName', 'Flora Flood')
    form.set('document', 'passport')
  }
  form.set('file', new Blob([new Uint8Array(file)]), 'file')
  return trader.upload(address, isPdf ? submitIdentity.path : uploadAvatar.path, form).then(
    () => 'taken',
    (error: Error) => error.message.split(' ').at(-1) ?? '',
  )
}

/** Asks the address, and an idle server of its own, again and again from a process of its own: 99th percentiles, in ms. */
const ASKER = `
const { createServer } = require('node:http')
const idle = createServer((_, answer) => answer.end('ok')).listen(0, '127.0.0.1', async () => {
  const taken = { slowMs: [], idleMs: [] }
  const time = async (url, name) => {
    const began = performance.now()
    await (await fetch(url)).text()
    taken[name].push(performance.now() - began)
  }
  const slow = (times) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]
  const own = 'http://127.0.0.1:' + idle.address().port
  for (const url of [process.argv[1], own]) await (await fetch(url)).text()
  process.on('message', () =>
    process.send({ slowMs: slow(taken.slowMs), idleMs: slow(taken.idleMs) }, () => process.exit()))
  for (;;) await Promise.all([time(process.argv[1], 'slowMs'), time(own, 'idleMs')])
})
`

function watchLatency(url: string): { stop(): Promise<{ slowMs: number; idleMs: number }> } {
  const child = spawn(process.execPath, ['-e', ASKER, url], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return {
    async stop() {
      const answered = once(child, 'message')
      child.send('stop')
      return (await answered)[0] as { slowMs: number; idleMs: number }
    },
  }
}

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
