import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ensure } from '@truestrike/core/assert.ts'
import { parseSiteKeys } from '@truestrike/core/proof/site-keys.ts'
import { ArchiveCheck } from '@truestrike/core/proof/verify-archive.ts'
import { unwrap } from '@truestrike/core/result.ts'
import { listCandles, listProducts } from '@truestrike/protocol/market-endpoints.ts'
import { listArchives, listBlocks } from '@truestrike/protocol/proof-endpoints.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLogArchiver, type LogArchiver, type LogArchiverOptions } from '../src/market/archive-log.ts'
import type { Db } from '../src/platform/db.ts'
import { settledReceipt } from './receipt-checks.ts'
import { createTestApp } from './test-app.ts'
import { createTradingApp, START_PRICE, type Trader, type TradingApp } from './trading-app.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Over midnight two days of log are soon had. */
const MIDNIGHT_MS = Date.UTC(2026, 0, 6)
const DAYS = ['2026-01-05', '2026-01-06']

let app: TradingApp
let trader: Trader
let errors: unknown[] = []
beforeEach(() => {
  errors = []
})

async function begin(startMs: number): Promise<void> {
  app = await createTradingApp({ startMs })
  trader = await app.trader('Anna')
}

const folder = (): string => app.config.retention.archiveDir
const files = (): string[] => {
  const own = join(folder(), 'BTCUSDT')
  return existsSync(own) ? readdirSync(own).sort() : []
}

/** An archiver in nine days, as another process would have it. */
function archiver(changes: Partial<LogArchiverOptions> = {}): LogArchiver {
  const products = [...app.app.market.products.values()].map(({ record }) => record)
  return createLogArchiver({
    db: app.db,
    clock: { nowMs: () => app.clock.nowMs() + 9 * DAY_MS },
    archiveDir: folder(),
    rawLogDays: 7,
    owned: () => products.filter(({ symbol }) => symbol === 'BTCUSDT'),
    listOpenSince: async () => new Map(),
    onError: (error) => void errors.push(error),
    ...changes,
  })
}

const heldBlocks = async (): Promise<number[]> => {
  const rows = await app.db.query<{ number: number }>(
    `select number from log_blocks b join products p on p.id = b.product_id where p.symbol = 'BTCUSDT' order by number`,
  )
  return rows.map(({ number }) => number)
}
const archives = async () => (await app.client().ok(listArchives, { query: { symbol: 'BTCUSDT' } })).archives
const fetchFile = (path: string, headers: Record<string, string> = {}) =>
  app.client().raw('GET', path, undefined, headers)

/** A minute and a half of trading over midnight, all of it sealed. */
async function trade(): Promise<string[]> {
  const placed = [await trader.place(), await trader.place({ direction: 'down' })]
  await app.run(35_000, '50100.00')
  // Its life goes over midnight.
  placed.push(await trader.place({ durationSeconds: 30 }))
  await app.run(40_000, '50050.00')
  // No price when it should open.
  placed.push(await trader.place())
  await app.clock.advance(31_000)
  await app.run(15_000, START_PRICE)
  expect((await trader.list()).map(({ state }) => state).sort()).toEqual([
    'cancelled',
    'completed',
    'completed',
    'completed',
  ])
  return placed.map(({ id }) => id)
}

/** Verifies files as a stranger does: with the site's keys and nothing else. Answers how many blocks. */
async function verify(paths: readonly string[]): Promise<number> {
  const keys = (await fetchFile('/.well-known/truestrike-keys.json')).json()
  const check = new ArchiveCheck(unwrap(parseSiteKeys(keys)))
  let blocks = 0
  for (const path of paths) {
    const lines = gunzipSync((await fetchFile(path)).rawPayload)
      .toString()
      .trimEnd()
      .split('\n')
    const [head, ...rest] = lines.map((line) => JSON.parse(line) as unknown)
    expect(check.begin(head)).toBeNull()
    for (const block of rest) expect(check.take(block)).toBeNull()
    expect(check.finish()).toBeNull()
    blocks += rest.length
  }
  return blocks
}

describe('once they are written', () => {
  let ids: string[] = []
  let receipts: object[] = []
  let held: number[] = []
  let candles: unknown
  const ticker = async () => {
    const { products } = await app.client().ok(listProducts)
    return products.find(({ symbol }) => symbol === 'BTCUSDT')
  }
  const minutes = () => app.client().ok(listCandles, { query: { symbol: 'BTCUSDT', period: '1m' } })

  beforeAll(async () => {
    await begin(MIDNIGHT_MS - MINUTE_MS)
    ids = await trade()
    receipts = await Promise.all(ids.map(async (id) => (await settledReceipt(app, trader, id)).json))
    held = await heldBlocks()
    candles = [await minutes(), await ticker()]
    // Of a tick that goes, and of one that stays.
    await app.db.query(
      `insert into tick_legs select n, 0, 0, id, '', '', '', '', '', '' from products, unnest(array[1, 1000000]) as n
       where symbol = 'BTCUSDT'`,
    )
    await archiver().run()
  })
  afterAll(() => app.close())

  test('[P5] [T11] old days are files that prove themselves, and receipts of contracts in them are what they were', async () => {
    expect(errors).toEqual([])
    // The newest block stays: the next one follows it.
    expect(await heldBlocks()).toEqual(held.slice(-1))
    expect(await app.db.query('select seq from tick_legs')).toEqual([{ seq: 1_000_000n }])
    const listed = await archives()
    expect(listed.map(({ day }) => day)).toEqual(DAYS)
    expect(await verify(listed.map(({ path }) => path))).toBe(held.length)
    expect(listed[1]).toMatchObject({
      firstNumber: ensure(listed[0]).lastNumber + 1,
      lastNumber: held.at(-1),
    })
    const now = await Promise.all(ids.map(async (id) => (await settledReceipt(app, trader, id)).json))
    expect(now).toEqual(receipts)
  })

  test('[P5] candles and the figures of the day are what they were, after a restart too', async () => {
    expect([await minutes(), await ticker()]).toEqual(candles)
    const next = await createTestApp({ beside: app })
    const query = { symbol: 'BTCUSDT', period: '1m' } as const
    const { candles: again } = await next.client().ok(listCandles, { query })
    expect(again.slice(0, -1)).toEqual((await minutes()).candles.slice(0, -1))
    await next.close()
  })

  test('[P1] [P5] archives are listed and fetched, in parts too, by nothing but product and day', async () => {
    const { path, bytes, sha256 } = ensure((await archives())[0])
    const whole = await fetchFile(path)
    expect(whole.headers).toMatchObject({
      'content-type': 'application/gzip',
      'content-disposition': 'attachment; filename="BTCUSDT-2026-01-05.jsonl.gz"',
      'content-length': String(bytes),
      etag: `"${sha256}"`,
    })
    expect(createHash('sha256').update(whole.rawPayload).digest('base64url')).toBe(sha256)
    const part = await fetchFile(path, { range: 'bytes=10-19' })
    expect([part.statusCode, part.rawPayload]).toEqual([206, whole.rawPayload.subarray(10, 20)])
    expect((await fetchFile(path, { 'if-none-match': `"${sha256}"` })).statusCode).toBe(304)

    const client = app.client()
    const page = await client.ok(listArchives, {
      query: { symbol: 'BTCUSDT', fromDay: '2020-01-01', limit: 1 },
    })
    expect([page.archives.length, page.nextDay]).toEqual([1, '2026-01-06'])
    expect(await client.refused(listArchives, { query: { symbol: 'BTCUSDT', fromDay: '2026-02-30' } })).toBe(
      'INVALID_PARAMETERS',
    )
    const refused = {
      '/api/market/archives/BTCUSDT/2026-01-04': [404, 'RANGE_NOT_AVAILABLE'],
      '/api/market/archives/NOPE/2026-01-05': [404, 'PRODUCT_NOT_FOUND'],
      '/api/market/archives/BTCUSDT/2026-02-30': [400, 'INVALID_PARAMETERS'],
      '/api/market/archives/BTCUSDT/..%2f..%2fsigning-keys.json': [400, 'INVALID_PARAMETERS'],
      '/api/market/archives/..%2f..%2f..%2f/2026-01-05': [400, 'INVALID_PARAMETERS'],
      '/api/market/archives/%2e%2e/2026-01-05': [404, 'NOT_FOUND'],
    }
    for (const [url, expected] of Object.entries(refused)) {
      const answer = await fetchFile(url)
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, ...expected])
    }
  })

  test('[P1] [P5] headers that are in an archive are asked for and the archive is named', async () => {
    const [day, next] = await archives()
    const ask = (query: { fromNumber?: number; fromSeq?: number }) =>
      app.client().ok(listBlocks, { query: { symbol: 'BTCUSDT', ...query } })
    const newest = ensure((await ask({})).blocks[0])
    expect(await ask({ fromNumber: 2 })).toMatchObject({ archive: day, blocks: [newest] })
    expect(await ask({ fromSeq: ensure(day).lastSeq })).toMatchObject({ archive: day })
    expect(await ask({ fromSeq: ensure(next).firstSeq })).toMatchObject({ archive: next })
    expect(await ask({})).toMatchObject({ archive: null, blocks: [newest] })
    expect(await ask({ fromNumber: newest.number })).toMatchObject({ archive: null })
    expect(await ask({ fromNumber: newest.number + 1 })).toMatchObject({ archive: null, blocks: [] })
  })

  test('[P5] the log goes on after the newest block, and so do contracts and receipts', async () => {
    const last = await trader.place()
    await app.run(32_000, START_PRICE)
    expect((await settledReceipt(app, trader, last.id)).claim.state).toBe('completed')
    expect((await heldBlocks())[0]).toBe(held.at(-1))
  })

  test('[P5] what a killed process left is removed, what a living one writes stays', async () => {
    const draft = join(folder(), 'BTCUSDT', '2026-01-05.x.draft')
    writeFileSync(draft, 'half')
    await archiver().run()
    expect(existsSync(draft)).toBe(true)
    utimesSync(draft, 1, 1)
    await archiver().run()
    expect(existsSync(draft)).toBe(false)
  })

  test('[P5] a file that is gone is missed by callers and told to the operator', async () => {
    for (const name of files()) rmSync(join(folder(), 'BTCUSDT', name))
    expect((await fetchFile(ensure((await archives())[0]).path)).json().code).toBe('RANGE_NOT_AVAILABLE')
    const receipt = await trader.client.raw('GET', `/api/trade/contracts/${ids[0]}/receipt`)
    expect([receipt.statusCode, receipt.json().code]).toEqual([404, 'RANGE_NOT_AVAILABLE'])
    const told = expect.objectContaining({ msg: expect.stringContaining('ARCHIVE_DIR') })
    expect(app.logged).toEqual([told, told])
  })
})

describe('while they are written', () => {
  beforeEach(async () => {
    await begin(MIDNIGHT_MS - 6_000)
    await app.run(22_000, START_PRICE)
    // As if the minute had ended: its candle is stored, and the log may go.
    await app.db.query('update candle_progress set through_seq = 1000000')
  })
  afterEach(() => app.close())
  const productId = () => ensure(app.app.market.products.get('BTCUSDT')).record.id

  test('[P5] the log stays while it is young, while a contract rests on it, while candles are to be made of it', async () => {
    const held = await heldBlocks()
    const id = productId()
    const inDays = (days: number) => ({ clock: { nowMs: () => MIDNIGHT_MS + days * DAY_MS } })
    const openSince = (sinceMs: number) => ({ listOpenSince: async () => new Map([[id, sinceMs]]) })
    await archiver(inDays(6.99)).run()
    await archiver(openSince(MIDNIGHT_MS - 1)).run()
    await app.db.query('update candle_progress set through_seq = 1 where product_id = $1', [id])
    await archiver().run()
    expect([await archives(), await heldBlocks(), files()]).toEqual([[], held, []])
    await app.db.query('update candle_progress set through_seq = 1000000 where product_id = $1', [id])
    await archiver(inDays(7.01)).run()
    expect((await archives()).map(({ day }) => day)).toEqual(DAYS.slice(0, 1))
    await archiver(openSince(MIDNIGHT_MS + 2 * DAY_MS)).run()
    expect((await archives()).map(({ day }) => day)).toEqual(DAYS)

    const { acceptedAtMs } = await trader.place()
    const { engine } = app.app.market
    expect(await engine.listOpenSince([id])).toEqual(new Map([[id, acceptedAtMs]]))
    expect(errors).toEqual([])
  })

  test('[P5] [O4] killed at any statement and begun again: nothing is lost, nothing is there twice', async () => {
    const held = await heldBlocks()
    /** Fails at the n-th statement and from then on, as if the process had ended there. */
    const endingAt = (count: number): Db => {
      let left = count
      return {
        ...app.db,
        query: (...given: Parameters<Db['query']>) => {
          left -= 1
          return left < 0 ? Promise.reject(new Error('killed')) : app.db.query(...given)
        },
      } as Db
    }
    let kills = 0
    for (let count = 0; ; count += 1) {
      errors = []
      await archiver({ db: endingAt(count) }).run()
      if (errors.length === 0) break
      kills += 1
      const kept = await heldBlocks()
      const filed = (await archives()).flatMap(({ firstNumber, lastNumber }) =>
        held.filter((number) => number >= firstNumber && number <= lastNumber),
      )
      expect(held.filter((number) => !kept.includes(number) && !filed.includes(number))).toEqual([])
    }
    expect(kills).toBeGreaterThan(9)
    expect(await verify((await archives()).map(({ path }) => path))).toBe(held.length)
    expect(files()).toHaveLength(2)
    expect(await heldBlocks()).toEqual(held.slice(-1))
  })

  test('[P5] [O4] three processes at once, one stopped, one without a folder: each day is one archive', async () => {
    const held = await heldBlocks()
    writeFileSync(folder(), 'not a folder')
    await archiver().run()
    expect(errors).toHaveLength(1)
    rmSync(folder())
    const stopped = archiver()
    const stopping = stopped.run()
    await stopped.stop()
    await stopping
    expect(await heldBlocks()).toEqual(held)

    await Promise.all([archiver().run(), archiver().run(), archiver().run()])
    expect(errors).toHaveLength(1)
    expect(await verify((await archives()).map(({ path }) => path))).toBe(held.length)
    expect(files()).toHaveLength(2)
  })

  test.each(['number > $2', 'min(number)', 'b.packed'])(
    '[P5] [O4] another process is quicker while this one reads (%s): its archives count, and nothing is told as a fault',
    async (words) => {
      const held = await heldBlocks()
      let overtaken = false
      const db = {
        ...app.db,
        query: async (...given: Parameters<Db['query']>) => {
          if (!overtaken && given[0].includes(words)) {
            overtaken = true
            await archiver().run()
          }
          return app.db.query(...given)
        },
      } as Db
      await archiver({ db }).run()
      expect([overtaken, errors]).toEqual([true, []])
      expect(await verify((await archives()).map(({ path }) => path))).toBe(held.length)
      expect(files()).toHaveLength(2)
    },
  )

  test('[P5] a running app does it by itself, for all products', async () => {
    await app.app.stop()
    await app.clock.set(app.clock.nowMs() + 9 * DAY_MS)
    const next = await createTestApp({ beside: app, start: true, env: { RETENTION_RAW_DAYS: '7' } })
    await app.clock.advance(MINUTE_MS + 1_000)
    const counts = await app.db.query<{ days: bigint }>(
      'select count(*) as days from log_archives group by product_id',
    )
    expect(counts.map(({ days }) => days)).toEqual([...app.app.market.products].map(() => 2n))
    const listed = await next.client().ok(listArchives, { query: { symbol: 'BTCUSDT' } })
    const { path, bytes } = ensure(listed.archives[0])
    expect((await next.client().raw('GET', path)).rawPayload.length).toBe(bytes)
    await next.close()
  })
})
