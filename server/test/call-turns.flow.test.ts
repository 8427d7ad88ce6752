import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { upsertCandles } from '../src/market/candle.store.ts'
import { listProductRecords } from '../src/market/product.store.ts'
import { fillLog } from './full-log.ts'
import { holdStatement } from './held-statement.ts'
import { watchLoop } from './loop-stalls.ts'
import { FORM_TYPE, filePart, formBody, picture } from './pictures.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { type Answer, createTestBrowser, type TestBrowser } from './test-browser.ts'
import { TEST_PASSWORD } from './test-client.ts'
import { testDatabaseUrl } from './test-database.ts'

const ATTACKER = '198.51.100.7'
const PAGES = ['blocks?fromNumber=1', 'candles?period=1m', 'ticks?fromSeq=1'].map(
  (page) => `/api/market/${page}&symbol=BTCUSDT&limit=1000`,
)
const MINUTE_MS = 60_000
const STALL_MS_MAX = 250

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ start: false, checkAnswers: false })
  await fillLog(app, 'BTCUSDT')
  await fillCandles()
  await app.app.start()
}, 120_000)
afterAll(() => app.close())

async function fillCandles(): Promise<void> {
  const [record] = (await listProductRecords(app.db)).filter(({ symbol }) => symbol === 'BTCUSDT')
  const productId = record?.id ?? 0
  const nowMs = app.clock.nowMs()
  const price = { open: 5_000_000n, high: 5_000_900n, low: 4_999_000n, close: 5_000_100n }
  const writes = Array.from({ length: 1_000 }, (_, at) => {
    const openTimeMs = Math.floor(nowMs / MINUTE_MS - at - 2) * MINUTE_MS
    return { productId, period: '1m' as const, candle: { openTimeMs, ...price, volumeMicros: 7_000_000n } }
  })
  await upsertCandles(app.db, writes, 'g')
}

const browserAt = (ip: string): TestBrowser => createTestBrowser(app.app.http.app, ip)

async function signedIn(username: string, ip: string): Promise<TestBrowser> {
  await app.client().register(username)
  const browser = browserAt(ip)
  const { body } = await browser.post('/api/login/login', { username, password: TEST_PASSWORD })
  browser.token = body.data.token
  return browser
}

const setLocale = (browser: TestBrowser): Promise<Answer> =>
  browser.post('/api/account/locale', { locale: 'de-DE' })

/** Calls of a burst, and how many of them are answered. */
function burst(calls: readonly (() => Promise<Answer>)[]) {
  let answered = 0
  const all = calls.map(async (call) => {
    const { status } = await call()
    answered += 1
    return status
  })
  return { all: Promise.all(all), answered: () => answered }
}

test.for([
  // A thousand headers, or candles: 200 at a time are read, worded and written, the first of each with what came before.
  ['blocks', PAGES[0], 12],
  ['candles', PAGES[1], 12],
] as const)(
  '[K4] [P1] [S-2] a page of %s is read, worded and written in parts, in the turns of the caller’s address',
  async ([name, page, parts]) => {
    const turns = vi.spyOn(app.app.http.turns, 'next')
    const { body } = await browserAt(ATTACKER).get(page ?? '')
    expect(turns.mock.calls.map(([address]) => address)).toEqual(Array(parts).fill(ATTACKER))
    turns.mockRestore()
    expect(body.data[name]).toHaveLength(1_000)
  },
)

test('[K2] [S-2] whoever asks for dozens of long pages at once holds up nobody else, and gets them all', {
  timeout: 120_000,
}, async () => {
  const attacker = browserAt(ATTACKER)
  for (const page of PAGES) expect((await attacker.get(page)).status).toBe(200)
  const asked = vi.spyOn(app.db, 'query')
  const watch = watchLoop()
  const calls = Array.from({ length: 60 }, (_, at) => PAGES[at % PAGES.length] ?? '')
  const flood = burst(calls.map((page) => () => attacker.get(page)))
  const page = '/api/market/archives?symbol=ETHUSDT'
  expect((await browserAt('203.0.113.9').get(page)).status).toBe(200)
  // Two of theirs are under way at a time: not all stand before it at the database.
  const before = asked.mock.calls.findIndex(([text]) => text.includes('log_archives'))
  expect([before >= 0, before < 30, flood.answered() < 30]).toEqual([true, true, true])
  asked.mockRestore()
  expect(new Set(await flood.all)).toEqual(new Set([200]))
  // An embedded database works on the thread that is watched.
  if (testDatabaseUrl !== undefined) expect(watch.stop().longestMs).toBeLessThan(STALL_MS_MAX)
})

test.for([
  ['statistics', '/api/trade/statistics?book=demo', /breakEvenStakeMicros/],
  ['wallet', '/api/account/wallet?book=demo', /sum\(amount_micros\).* from bills/s],
  ['days', '/api/account/balance-days?book=demo', /with moved as/],
  ['contracts', '/api/trade/contracts?book=demo&symbol=ETHUSDT', /from contracts.* limit/s],
  ['bills', '/api/account/bills?book=demo&status=rejected', /from bills.* limit/s],
] as const)(
  '[K2] [S-2] of one address two readings of a user’s history are under way at a time, and no chart waits for them: %s',
  async ([name, path, statement]) => {
    const user = await signedIn(`user_${name}`, ATTACKER)
    const calm = await signedIn(`calm_${name}`, '203.0.113.9')
    const sums: Promise<Answer>[] = []
    const held = []
    for (let nth = 1; nth <= 2; nth += 1) {
      const sum = holdStatement(app.db, statement)
      sums.push(user.get(path))
      await sum.reached
      held.push(sum)
    }
    const third = burst([() => user.get(path)])
    expect((await calm.get(path)).status).toBe(200)
    expect((await user.get(PAGES[1] ?? '')).status).toBe(200)
    expect(third.answered()).toBe(0)
    for (const { release } of held) release()
    expect((await Promise.all(sums)).map(({ status }) => status)).toEqual([200, 200])
    expect(await third.all).toEqual([200])
  },
)

// The embedded database of tests answers on this very thread, before the next call can be read.
test.skipIf(testDatabaseUrl === undefined)(
  '[K2] [S-2] ten accounts of one address that change something four hundred times keep no order and no change waiting',
  {
    timeout: 120_000,
  },
  async () => {
    const crowd = await Promise.all(Array.from({ length: 10 }, (_, at) => signedIn(`crowd_${at}`, ATTACKER)))
    const calm = await signedIn('calm', '203.0.113.9')
    const flood = burst(
      crowd.flatMap((browser) => Array.from({ length: 40 }, () => () => setLocale(browser))),
    )
    expect((await setLocale(calm)).status).toBe(200)
    // What comes next at the database, as a batch of orders.
    await app.db.tx((sql) => sql.query('select 1'))
    expect(flood.answered()).toBeLessThan(200)
    expect(new Set(await flood.all)).toEqual(new Set([200]))
  },
)

test('[K2] [A11] of one user two changes are under way at a time, in order; signing out and uploads wait for none', {
  timeout: 120_000,
}, async () => {
  const anna = await signedIn('anna', ATTACKER)
  const berta = await signedIn('berta', ATTACKER)
  const changes: Promise<Answer>[] = []
  const held = []
  for (let nth = 1; nth <= 2; nth += 1) {
    const statement = holdStatement(app.db, /set locale = /)
    changes.push(setLocale(anna))
    await statement.reached
    held.push(statement)
  }
  const order: string[] = []
  const third = setLocale(anna).then(({ status }) => order.push(`third ${status}`))
  const fourth = setLocale(anna).then(({ status }) => order.push(`fourth ${status}`))
  // Another user of the same address is not kept waiting.
  expect((await setLocale(berta)).status).toBe(200)
  const form = formBody([filePart(await picture('jpeg'))])
  expect((await upload(anna, form)).statusCode).toBe(200)
  expect((await anna.post('/api/login/logout')).status).toBe(200)
  expect(order).toEqual([])
  for (const { release } of held) release()
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200])
  // The session has ended while they waited.
  await Promise.all([third, fourth])
  expect(order).toEqual(['third 401', 'fourth 401'])
})

function upload({ jar, token }: TestBrowser, payload: Buffer) {
  return app.app.http.app.inject({
    ...{ method: 'POST', url: '/api/account/avatar', remoteAddress: ATTACKER, payload },
    headers: {
      ...FORM_TYPE,
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '',
      authorization: `Bearer ${token}`,
    },
  })
}
