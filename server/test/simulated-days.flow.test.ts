import { spawn } from 'node:child_process'
import { ensure } from '@truestrike/core/assert.ts'
import { decodeBase64url, encodeBase64url } from '@truestrike/core/base64url.ts'
import { unwrap } from '@truestrike/core/result.ts'
import { commitmentOf } from '@truestrike/core/simulated-day.ts'
import { DAY_MS, formatDay, parseDay } from '@truestrike/core/utc-day.ts'
import { listDays, type SimulatedDay } from '@truestrike/protocol/market-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runRegenerate } from '../../verify/src/run-regenerate.ts'
import { daySeed, loadMasterSeed } from '../src/market/simulated-seed.ts'
import { fittingValue } from './hostile-values.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'
import type { TestSocket } from './test-socket.ts'

// One story: a site with simulated prices, from a few seconds before midnight to a few after it.

const MIDNIGHT_MS = Date.UTC(2026, 0, 7)
const TODAY = MIDNIGHT_MS / DAY_MS - 1
const START_MS = MIDNIGHT_MS - 6_000
const SYMBOL = 'SOLUSDT'
const FEED_SEED = '421906d901fcc0673c483da9dec49920'
const MASTER = loadMasterSeed({ feedSeed: FEED_SEED, dataDir: null })
const SETUP_MS = 240_000

let app: TestApp
let socket: TestSocket
/** Everything the site has told anyone so far, sockets aside. */
const told: string[] = []

beforeAll(async () => {
  app = await createTestApp({
    ...{ start: true, listen: true, feed: 'configured', logLevel: 'debug' },
    startMs: START_MS,
    env: { FEED_SEED },
  })
  socket = await app.socket('/trade')
  socket.send({ op: 'subscribe', channel: 'ticks', symbol: SYMBOL })
  await socket.next('subscribed')
  await app.clock.advance(2_000)
}, SETUP_MS)
afterAll(() => app.close())

const daysOf = async (): Promise<SimulatedDay[]> =>
  (await app.client().ok(listDays, { query: { symbol: SYMBOL } })).days
const dayOf = async (day: number): Promise<SimulatedDay> =>
  ensure((await daysOf()).find((entry) => entry.day === formatDay(day)))

const textsOf = (query: object): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))

/** Answers of every call that reads, to whoever may make it. */
async function readAll(user: TestClient): Promise<void> {
  for (const { endpoint } of app.app.http.routes) {
    if (endpoint.method !== 'GET') continue
    const fitting = endpoint.query === undefined ? {} : (fittingValue(endpoint.query) as object)
    for (const query of [{}, { symbol: SYMBOL }, { ...fitting, symbol: SYMBOL }]) {
      const address = `${endpoint.path.replaceAll(/:\w+/g, '1')}?${new URLSearchParams(textsOf(query))}`
      told.push((await user.raw('GET', address)).body)
    }
  }
}

/** All spellings of what must not be told before a moment: seeds of the days, and how tomorrow begins. */
async function secrets(): Promise<string[]> {
  const rows = await app.db.query<{ symbol: string; start: bigint }>(
    `select p.symbol, d.start_mantissa as start from sim_days d join products p on p.id = d.product_id where day = $1`,
    [TODAY + 1],
  )
  const seeds = rows.flatMap(({ symbol }) => [
    Buffer.from(daySeed(MASTER, symbol, TODAY)),
    Buffer.from(daySeed(MASTER, symbol, TODAY + 1)),
  ])
  const spellings = [...seeds, Buffer.from(MASTER)].flatMap((seed) => [
    seed.toString('hex'),
    seed.toString('base64').replace('=', ''),
    encodeBase64url(seed),
    [...seed].join(','),
  ])
  return [...spellings, ...rows.map(({ start }) => start.toString())]
}

async function found(): Promise<string[]> {
  const everything = [...told, ...socket.messages, ...app.logged]
    .map((piece) => (typeof piece === 'string' ? piece : JSON.stringify(piece)))
    .join('\n')
  return (await secrets()).filter((secret) => everything.includes(secret))
}

test('[P2] [S-4] tomorrow is committed to before it begins, and what is told of the days is bound', async () => {
  const [today, tomorrow, ...more] = await daysOf()
  expect(more).toEqual([])
  // The site began within today: it says so.
  expect(today).toMatchObject({
    day: '2026-01-06',
    committedMs: START_MS,
    masterSeed: 'configured',
    seed: null,
  })
  expect(today?.start).not.toBeNull()
  expect(tomorrow).toMatchObject({ day: '2026-01-07', start: null, seed: null })
  expect(ensure(tomorrow).committedMs).toBeLessThan(MIDNIGHT_MS)
})

test('[P2] before the day is over no call, no message of a socket and no line of the log tells its seed', async () => {
  const user = app.client()
  await user.join('curious')
  // Not even where it lies there too early, by whatever fault.
  const storeSeed = (seed: Uint8Array | null) =>
    app.db.query(
      'update sim_days set seed = $1 where day = $2 and product_id = (select id from products where symbol = $3)',
      [seed, TODAY, SYMBOL],
    )
  await storeSeed(daySeed(MASTER, SYMBOL, TODAY))
  await readAll(user)
  await storeSeed(null)
  expect(told.length).toBeGreaterThan(20)
  expect(socket.messages.length).toBeGreaterThan(3)
  expect(await secrets()).toHaveLength(21 * 2 * 4 + 4 + 21)
  expect(await found()).toEqual([])
}, 60_000)

test('[P2] after midnight the start of the new day is told, and the seed of the old one; both as committed', async () => {
  const before = await dayOf(TODAY + 1)
  await app.clock.set(MIDNIGHT_MS - 100)
  expect(await dayOf(TODAY + 1)).toMatchObject({ start: null })
  await app.clock.advance(12_000)
  const [yesterday, today, tomorrow] = await daysOf()
  const seed = unwrap(decodeBase64url(ensure(yesterday?.seed)))
  expect(Buffer.from(seed)).toEqual(Buffer.from(daySeed(MASTER, SYMBOL, TODAY)))
  expect(today).toEqual({ ...before, start: expect.any(Object) })
  expect(tomorrow).toMatchObject({ day: '2026-01-08', start: null, seed: null })
  const content = { ...ensure(yesterday), symbol: SYMBOL, day: unwrap(parseDay(ensure(yesterday).day)) }
  expect(encodeBase64url(commitmentOf({ ...content, start: ensure(content.start) }, seed))).toBe(
    content.commitment,
  )
  expect(app.logged.filter(({ level }) => level === 'error')).toEqual([])
  await readAll(app.client())
  // The search above would have found them.
  expect((await found()).length).toBeGreaterThanOrEqual(2)
}, 120_000)

test('[P2] pages of days go on where the last one ended; days the calendar does not have are refused', async () => {
  const client = app.client()
  const first = await client.ok(listDays, { query: { symbol: SYMBOL, fromDay: '2026-01-01', limit: 2 } })
  expect(first.days.map(({ day }) => day)).toEqual(['2026-01-06', '2026-01-07'])
  const second = await client.ok(listDays, {
    query: { symbol: SYMBOL, fromDay: ensure(first.nextDay), limit: 2 },
  })
  expect([second.days.map(({ day }) => day), second.nextDay]).toEqual([['2026-01-08'], null])
  const newest = await client.ok(listDays, { query: { symbol: SYMBOL, limit: 1 } })
  expect(newest.days.map(({ day }) => day)).toEqual(['2026-01-08'])
  expect(await client.refused(listDays, { query: { symbol: SYMBOL, fromDay: '2026-02-30' } })).toBe(
    'INVALID_PARAMETERS',
  )
  expect(await client.refused(listDays, { query: { symbol: 'NONE' } })).toBe('PRODUCT_NOT_FOUND')
})

interface Run {
  code: number
  output: string
}

/** The command on this site; `change` stands between the two. */
/** The site's keys, as somebody keeps them who asked before. */
const readKeys = (): Uint8Array => Buffer.from(JSON.stringify(app.signer.keysFile()))

async function regenerate(
  args: string[],
  change: (body: string) => string = (body) => body,
  readFile = readKeys,
): Promise<Run> {
  let output = ''
  const print = (text: string): void => {
    output += text
  }
  const code = await runRegenerate(['--symbol', SYMBOL, ...args], {
    get: async (url) => new Response(change(await (await fetch(url)).text())),
    ...{ print, printError: print, homeDir: '/home', readFile },
  })
  return { code, output }
}

const address = (): string => `http://127.0.0.1:${app.port}`
const yesterday = (): string[] => ['--day', '2026-01-06', '--url', address()]

test('[P2] the command makes the day anew, from the site alone', async () => {
  const script = ['scripts/run-ts.mjs', 'verify/src/regenerate.ts', '--symbol', SYMBOL, ...yesterday()]
  const { code, output } = await new Promise<Run>((resolve) => {
    const child = spawn(process.execPath, script)
    let text = ''
    child.stdout.on('data', (data) => {
      text += String(data)
    })
    child.on('close', (status) => resolve({ code: status ?? -1, output: text }))
  })
  expect(output).toContain('The commitment holds')
  expect(output).toContain('after the day had begun')
  expect(output).toContain('The operator set the master seed (FEED_SEED)')
  expect(output).toContain('are not in the log, in 1 spans')
  expect(output).toContain('2026-01-06T00:00:00')
  expect(output).toContain('Every price of the log is what the seed gives.')
  expect(code).toBe(0)
  expect(Number(/(\d+) of them are in the log/.exec(output)?.[1])).toBeGreaterThan(10)
}, 120_000)

test('[P2] the commitment is signed before the day: a changed time, a stranger’s key, no signature are found', async () => {
  const given = [...yesterday(), '--keys', 'keys.json']
  const good = await regenerate(given)
  expect(good).toMatchObject({ code: 0, output: expect.stringContaining('with one of your keys') })
  const { committedMs, keyId } = await dayOf(TODAY)
  const tomorrow = await dayOf(TODAY + 1)
  expect(tomorrow).toMatchObject({ keyId, signature: expect.stringMatching(/^[A-Za-z0-9_-]{86}$/) })
  const changes: [string, string, number][] = [
    [`"committedMs":${committedMs}`, `"committedMs":${committedMs - 1}`, 1],
    ['"masterSeed":"configured"', '"masterSeed":"random"', 1],
    [`"keyId":"${keyId}"`, `"keyId":"${'A'.repeat(22)}"`, 2],
    [`"keyId":"${keyId}"`, '"keyId":null', 1],
  ]
  for (const [from, to, code] of changes)
    expect([to, (await regenerate(given, (body) => body.replaceAll(from, to))).code]).toEqual([to, code])
  const noFile = (): never => {
    throw new Error('no such file')
  }
  expect(await regenerate(yesterday(), undefined, noFile)).toMatchObject({
    ...{ code: 0, output: expect.stringContaining('there are no keys here') },
  })
  expect((await regenerate(given, undefined, noFile)).code).toBe(3)
})

test('[P2] a changed price, time or volume of the log is found, and a promise that was changed', async () => {
  const good = await regenerate(yesterday())
  expect(good.code).toBe(0)
  const noted = (await dayOf(TODAY)).commitment
  expect((await regenerate([...yesterday(), '--commitment', noted])).output).toContain(
    'It is the one you noted.',
  )
  expect(
    await regenerate([
      ...yesterday(),
      '--commitment',
      noted.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')),
    ]),
  ).toMatchObject({ code: 1, output: expect.stringContaining('It is NOT the one you noted.') })

  const once = (pattern: RegExp, change: (digit: string) => string) => {
    let isDone = false
    return (body: string): string =>
      body.replace(pattern, (whole: string, digit: string) => {
        if (isDone) return whole
        isDone = true
        return whole.slice(0, -digit.length) + change(digit)
      })
  }
  const other = (digit: string): string => String((Number(digit) + 1) % 10)
  for (const pattern of [
    /"price":"[0-9.]*([0-9])/g,
    /"volume":"[0-9.]*([0-9])/g,
    /"sourceTimeMs":[0-9]*([0-9])/g,
  ]) {
    const changed = await regenerate(yesterday(), once(pattern, other))
    expect(changed).toMatchObject({ code: 1, output: expect.stringContaining('1 prices of the log are NOT') })
  }
  const swapped = await regenerate(yesterday(), (body) =>
    body.replace(noted, noted.split('').reverse().join('')),
  )
  expect(swapped).toMatchObject({ code: 1, output: expect.stringContaining('does NOT bind') })
  const moved = await regenerate(yesterday(), (body) =>
    body.replace(/"volatility":[0-9]+/, '"volatility":4000'),
  )
  expect(moved.code).toBe(1)
}, 120_000)

test('[P2] a day that is not over, or unknown, cannot be made; without a site a seed gives all prices', async () => {
  const today = await regenerate(['--day', '2026-01-07', '--url', address()])
  expect(today).toMatchObject({ code: 3, output: expect.stringContaining('not over') })
  expect((await regenerate(['--day', '2025-01-07', '--url', address()])).code).toBe(3)
  expect((await regenerate(['--day', '2026-01-32'])).output).toContain('usage:')
  const { seed, start, profile, precision, commitment } = await dayOf(TODAY)
  const state = ensure(start)
  const given = [
    ...['--day', '2026-01-06', '--seed', ensure(seed), '--precision', `${precision}`],
    ...['--state', [state.mantissa, state.shift, state.volatility].join(',')],
    ...[
      '--profile',
      [profile.annualVolatilityBps, profile.dailyVolumeUsdt, ...profile.rhythm, profile.volumeSpread].join(
        ',',
      ),
    ],
  ]
  const { code, output } = await regenerate([...given, '--commitment', commitment])
  expect(code).toBe(0)
  const lines = output.trimEnd().split('\n')
  expect(lines[0]).toBe('timeMs,price,volume')
  expect(lines.length).toBeGreaterThan(290_000)
  expect((await regenerate([...given, '--commitment', 'x'])).code).toBe(1)
}, 60_000)

test('[P2] a clock set back, and a log that is not past a moment, tell nothing of it', async () => {
  const { seed } = await dayOf(TODAY)
  expect(seed).not.toBeNull()
  await app.clock.set(MIDNIGHT_MS - 1)
  expect(await dayOf(TODAY)).toMatchObject({ seed: null })
  expect(await dayOf(TODAY + 1)).toMatchObject({ start: null })
  await app.clock.set(MIDNIGHT_MS + 11_000)
  expect(await dayOf(TODAY)).toMatchObject({ seed })
  const moveLog = (toMs: number) =>
    app.db.query(
      'update log_heads h set watermark_ms = $1 from products p where p.id = h.product_id and p.symbol = $2',
      [toMs, SYMBOL],
    )
  await moveLog(MIDNIGHT_MS - 2)
  expect(await dayOf(TODAY)).toMatchObject({ seed: null })
  expect(await dayOf(TODAY + 1)).toMatchObject({ start: null })
  await moveLog(MIDNIGHT_MS - 1)
  expect(await dayOf(TODAY)).toMatchObject({ seed })
})
