import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensure } from '@truestrike/core/assert.ts'
import type { LogEntry } from '@truestrike/protocol/market-endpoints.ts'
import { submitIdentity, uploadAvatar } from '@truestrike/protocol/profile-endpoints.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { BODY_BYTES_MAX } from '../src/platform/http-server.ts'
import { type ExchangeServer, startExchangeServer } from './exchange-server.ts'
import { createHttpTrader, type HttpTrader } from './http-trader.ts'
import { largePdf, slowPdf } from './pdfs.ts'
import { pictureBombs } from './pictures.ts'
import { statusOf } from './security/raw-http.ts'
import { bundleServer, type ServerBundle, type ServerProcess } from './server-process.ts'
import { testDatabaseUrl } from './test-database.ts'
import { orderOf } from './trading-app.ts'
import { evaluate, type Look, looksOf, waitedAt, watchThread } from './watched-thread.ts'

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
/** When this process sent a trade: it is busy too, and at times late. */
let sentMs: number[]

beforeEach(async () => {
  exchange = await startExchangeServer()
  bundle = await bundleServer()
  folder = await mkdtemp(join(tmpdir(), 'truestrike-stalled-'))
  let id = 1
  sentMs = []
  trades = setInterval(() => {
    id += 1
    sentMs.push(Date.now())
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
  '[O3] [T8] [M5] [S-2] while the thread that serves calls stands still for half a minute, exchange prices go on and contracts are settled',
  { timeout: 180_000 },
  async () => {
    const { server, inviteCode } = await startOnExchange({ NODE_OPTIONS: '--inspect=127.0.0.1:0' })
    const { address } = server
    const trader = await createHttpTrader(address, 'stalled_ann', inviteCode)
    const { id, acceptedAtMs, expiresAtMs } = await placed(trader, address)

    const stalledFromMs = Date.now()
    await stall(server, STALL_MS)
    const stalledToMs = Date.now()

    // The stall was real: it began before the contract opened and ended after it was due.
    expect(stalledFromMs).toBeLessThan(acceptedAtMs + 5_000)
    expect(stalledToMs).toBeGreaterThan(expiresAtMs)
    const contract = await trader.read<{ contract: Contract }>(address, `/api/trade/contracts/${id}`)
    expect(contract.contract).toMatchObject({ state: 'completed', cancelReason: null })
    expect(ensure(contract.contract.settledAtMs)).toBeLessThan(stalledToMs)
    const [longest] = await gapsOf(trader, address, [acceptedAtMs, stalledToMs])
    expect(lengthOf(ensure(longest))).toBeLessThan(TICK_GAP_MAX_MS)
  },
)

test.skipIf(testDatabaseUrl !== undefined)(
  '[S-1] [K4] [T8] while strangers send files, pictures, sign-ins and JSON made to be slow, prices go on, no contract is cancelled, and calls are answered',
  { timeout: 180_000 },
  async () => {
    const { server, inviteCode } = await startOnExchange({
      NODE_OPTIONS: '--inspect=127.0.0.1:0',
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
    await watchThread(server, 'receiver')
    const trader = ensure(strangers[0])
    const { id, acceptedAtMs } = await placed(trader, address)
    const healthOf = await watchHealth(server)

    const codes: string[] = []
    const taken: string[] = []
    const paper = largePdf()
    const uploads = strangers.map(async (stranger, who) => {
      for (const file of files.filter((_, at) => at % strangers.length === who))
        codes.push(await uploaded(stranger, address, file))
      taken.push(await uploaded(stranger, address, paper))
    })
    const signIns = Array.from({ length: 200 }, (_, at) =>
      trader.send(address, '/api/login/login', {
        username: `nobody_${at}`,
        password: 'a wrong password',
        bind: 'address',
      }),
    )
    const large = sendTooLong(address)
    const answers = await Promise.all(signIns)
    await Promise.all(uploads)
    expect(statusOf(await large)).toBe(413)
    // Everything was looked at, nothing was turned away at the door but sign-ins beyond those that may wait.
    expect(
      codes.filter((code) => !/^(taken|PDF_UNREADABLE|PICTURE_TOO_LARGE|FILE_TYPE_REFUSED)$/.test(code)),
    ).toEqual([])
    expect(taken).toEqual(strangers.map(() => 'taken'))
    expect(codes.filter((code) => code === 'PDF_UNREADABLE')).toHaveLength(SLOW_PDFS)
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

    const health = await healthOf()
    const receiver = await looksOf(server, 'receiver')
    const gaps = await gapsOf(trader, address, [acceptedAtMs, ensure(contract.settledAtMs)])
    const late = gaps.map((gap) => lateMs(gap, receiver))
    const seen = `${shown(health)}; ticks at most ${lengthOf(ensure(gaps[0]))} ms apart, ${Math.max(...late).toFixed(0)} ms after a trade of their own`
    console.log(seen)
    expect(contract, seen).toMatchObject({ state: 'completed', cancelReason: null })
    expect(Math.max(...late), seen).toBeLessThan(TICK_GAP_MAX_MS)
    expect(health.asks).toBeGreaterThan(500)
    expect(health.ownMs, seen).toBeLessThan(HEALTHZ_MS_MAX)

    // One second in which the thread stands still, in all that time, would have been noticed.
    await evaluate(server, 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)')
    await vi.waitFor(async () => expect((await healthOf()).ownMs).toBeGreaterThan(HEALTHZ_MS_MAX * 2))
  },
)

type Gap = readonly [fromMs: number, toMs: number]
const lengthOf = ([fromMs, toMs]: Gap): number => toMs - fromMs

/**
 * How long after the first trade that was sent within it a gap ended, without what the kernel kept the thread that stamps prices
 * waiting for a processor: no tick comes where this process sends none, or where that thread may not run.
 */
function lateMs([fromMs, toMs]: Gap, receiver: readonly Look[]): number {
  const firstMs = sentMs.find((atMs) => atMs > fromMs) ?? toMs
  return toMs - firstMs - (waitedAt(receiver, toMs) - waitedAt(receiver, firstMs))
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

/** The times between two ticks of the log, the longest first. */
async function gapsOf(trader: HttpTrader, address: string, [fromMs, toMs]: Gap): Promise<Gap[]> {
  const log = `/api/market/ticks?symbol=BTCUSDT&ticksOnly=true&limit=5000&fromMs=${fromMs}&toMs=${toMs}`
  const { entries } = await trader.read<{ entries: LogEntry[] }>(address, log)
  expect(entries.length).toBeGreaterThan(100)
  const gaps = entries.slice(1).map(({ timeMs }, at): Gap => [ensure(entries[at]).timeMs, timeMs])
  return gaps.sort((a, b) => lengthOf(b) - lengthOf(a))
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

/** A sign-in with five megabytes of JSON; the answer. Most of it is sent once that has come, so that no cut line loses it. */
function sendTooLong(address: string): Promise<string> {
  const { hostname, port, host } = new URL(address)
  const xsrf = 'a'.repeat(43)
  const body = JSON.stringify({ username: 'x'.repeat(5_000_000) })
  const head = [
    ...['POST /api/login/login HTTP/1.1', `Host: ${host}`, `Cookie: XSRF-TOKEN=${xsrf}`],
    ...[`X-XSRF-TOKEN: ${xsrf}`, 'Content-Type: application/json', `Content-Length: ${body.length}`],
  ]
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.once('data', () => socket.write(body.slice(BODY_BYTES_MAX)))
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
    })
    socket.on('error', () => undefined).once('close', () => resolve(answer))
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, BODY_BYTES_MAX)}`)
  })
}

interface Health {
  asks: number
  /** The longest answer. */
  longestMs: number
  /** The longest without the time for which the kernel kept the thread that serves, or the asker, waiting for a processor. */
  ownMs: number
}

const shown = ({ asks, longestMs, ownMs }: Health): string =>
  `/healthz took ${longestMs.toFixed(0)} ms at most of ${asks} times, ${ownMs.toFixed(0)} ms at most of its own`

/**
 * Asks the address again and again, from a process of its own. What busy cores keep a thread waiting says nothing of the code:
 * the kernel counts it, of the main thread of the process `pid` and of the asker's. A thread that is blocked, or works, does
 * not wait.
 */
const ASKER = `
const { readFileSync } = require('node:fs')
const { setTimeout: pause } = require('node:timers/promises')
const [url, pid] = process.argv.slice(1)
const seen = { asks: 0, longestMs: 0, ownMs: 0 }
function waitedMs(id) {
  try {
    return Number(readFileSync('/proc/' + id + '/task/' + id + '/schedstat', 'latin1').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}
const look = () => [performance.now(), waitedMs(pid), waitedMs(process.pid)]
async function ask() {
  for (;;) {
    const from = look()
    await (await fetch(url)).text()
    const [tookMs, ...waits] = look().map((ms, at) => ms - from[at])
    seen.asks += 1
    seen.longestMs = Math.max(seen.longestMs, tookMs)
    seen.ownMs = Math.max(seen.ownMs, tookMs - waits[0] - waits[1])
    if (seen.asks === 1) process.send('ready')
    await pause(5)
  }
}
process.on('message', () => process.send(seen))
process.on('disconnect', () => process.exit())
// The server is stopped at the end of a test.
ask().catch(() => {})
`

/** Until the test ends; answers what it has seen so far. */
async function watchHealth({ address, pid }: ServerProcess): Promise<() => Promise<Health>> {
  const asker = spawn(process.execPath, ['-e', ASKER, `${address}/healthz`, String(pid)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  onTestFinished(() => void asker.kill())
  await once(asker, 'message')
  return async () => {
    const answered = once(asker, 'message')
    asker.send('report')
    return (await answered)[0] as Health
  }
}

/** Keeps the process's main thread busy for so long; resolves when it is free again. */
const stall = (server: ServerProcess, ms: number): Promise<unknown> =>
  evaluate(server, `{ const until = Date.now() + ${ms}; while (Date.now() < until); }`)
