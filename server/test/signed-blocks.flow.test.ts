import { ensure } from '@truestrike/core/assert.ts'
import type { LogEntry } from '@truestrike/core/log-entry.ts'
import { packEntries } from '@truestrike/core/packed-log.ts'
import { genesisHash, runningHashAfter } from '@truestrike/core/running-hash.ts'
import { listTicks } from '@truestrike/protocol/market-endpoints.ts'
import { listBlocks, type SignedHeader } from '@truestrike/protocol/proof-endpoints.ts'
import { afterEach, expect, test } from 'vitest'
import { appendToLog, headsOf } from '../src/market/log.store.ts'
import type { PriceLane } from '../src/market/price-lane.ts'
import { systemRandom } from '../src/platform/secret-token.ts'
import { rotateKey } from '../src/proof/rotate-key.ts'
import { verifiedLog } from './signed-log.ts'
import { createTestApp, type TestApp } from './test-app.ts'

let app: TestApp
afterEach(() => app.close())

const PRICE = '50000.00'
const laneOf = (symbol: string, of = app): PriceLane =>
  ensure(of.app.market.engine.lanes.find(({ product }) => product.symbol === symbol))
const headersOf = async (symbol: string): Promise<SignedHeader[]> =>
  (await app.client().ok(listBlocks, { query: { symbol, fromNumber: 1, limit: 1_000 } })).blocks

/** Ticks of BTCUSDT while time passes. */
async function run(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    app.feed.push('BTCUSDT', PRICE)
    await app.clock.advance(Math.min(500, ms - passed))
  }
}

/** Puts an entry into the log that nothing running would write; the engine finds its log moved, and begins again. */
async function enter(entry: (seq: number, timeMs: number) => LogEntry): Promise<void> {
  const { product, logProduct } = laneOf('BTCUSDT')
  const head = ensure((await headsOf(app.db, [product.id])).get(product.id))
  const firstSeq = head.lastSeq + 1
  const timeMs = Math.max(head.lastTimeMs, head.watermarkMs + 1)
  const entries = [entry(firstSeq, timeMs)]
  const hash = runningHashAfter(head.hash, entries, logProduct)
  const after = { ...head, lastSeq: firstSeq, lastTimeMs: timeMs, hash }
  await appendToLog(app.db, [{ head: after, firstSeq, packed: packEntries(entries), batches: [] }])
}

test('[P1] [T11] headers, roots, hashes and signatures follow from the public calls alone, whatever the entries are', {
  timeout: 120_000,
}, async () => {
  app = await createTestApp({ start: true })
  await run(2_000)
  app.feed.push('BTCUSDT', { price: '90000.00', volumeMicros: 1_234_567n })
  app.feed.push('BTCUSDT', { price: PRICE, tradeId: 3 })
  await run(1_000)
  await enter((seq, timeMs) => ({
    ...{ kind: 'acceptance', seq, timeMs, count: 7, root: Buffer.alloc(32, 5).toString('base64url') },
  }))
  await run(1_000)
  await enter((seq, timeMs) => ({
    ...{ kind: 'void', seq, timeMs, fromMs: timeMs - 900, toMs: timeMs - 100, contractCount: 3 },
    ...{ houseEffectMicros: -5_000_001n, reason: 'falsche Preise, schräg' },
  }))
  Object.assign(app.feed, { source: 'replay' })
  await run(24_000)

  const { entries, headers } = await verifiedLog(app.client(), 'BTCUSDT')
  const kinds = new Map(entries.map(({ kind, seq }) => [kind, seq]))
  expect([...kinds.keys()].sort()).toEqual(['acceptance', 'rejected', 'source', 'tick', 'void', 'watermark'])
  const rejected = entries.flatMap((entry) => (entry.kind === 'rejected' ? [entry.rule] : []))
  expect(new Set(rejected)).toEqual(new Set(['order', 'outlier']))
  expect(headers.length).toBeGreaterThanOrEqual(3)
  expect(headers.at(-1)).toMatchObject({
    lastSourceSeq: kinds.get('source'),
    lastVoidSeq: kinds.get('void'),
  })
  // What is newer than the last block is told too, and bound by the running hash.
  expect(entries.length).toBeGreaterThan(ensure(headers.at(-1)).lastSeq)
  const query = { symbol: 'BTCUSDT', fromSeq: 1, limit: 5_000 }
  const { hash } = await app.client().ok(listTicks, { query })
  const { logProduct } = laneOf('BTCUSDT')
  const whole = runningHashAfter(genesisHash(logProduct), entries, logProduct)
  expect(hash).toBe(Buffer.from(whole).toString('base64url'))
})

test('[P1] headers are found by number, by the entry they hold, or as the newest; unknown symbols are refused', {
  timeout: 120_000,
}, async () => {
  app = await createTestApp({ start: true })
  await run(45_000)
  const client = app.client()
  const all = await headersOf('BTCUSDT')
  expect(all.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
  const ask = async (query: { fromNumber?: number; fromSeq?: number; limit?: number }) => {
    const { blocks, nextNumber } = await client.ok(listBlocks, { query: { symbol: 'BTCUSDT', ...query } })
    return [blocks.map(({ number }) => number), nextNumber]
  }
  expect(await ask({ fromNumber: 2, limit: 2 })).toEqual([[2, 3], 4])
  expect(await ask({ fromNumber: 5 })).toEqual([[5], null])
  expect(await ask({ fromNumber: Number.MAX_SAFE_INTEGER })).toEqual([[], null])
  expect(await ask({ limit: 2 })).toEqual([[4, 5], null])
  const { firstSeq, lastSeq } = ensure(all[2])
  for (const fromSeq of [firstSeq, firstSeq + 1, lastSeq])
    expect(await ask({ fromSeq, limit: 1 })).toEqual([[3], 4])
  expect(await client.refused(listBlocks, { query: { symbol: 'NOPEUSDT' } })).toBe('PRODUCT_NOT_FOUND')
  expect(await client.refused(listBlocks, { query: { symbol: 'BTCUSDT', limit: 1_001 } })).toBe(
    'INVALID_PARAMETERS',
  )
})

test('[P1] [T11] a block every ten seconds, every second while contracts are open and shortly after', {
  timeout: 120_000,
}, async () => {
  app = await createTestApp({ start: true })
  await run(31_000)
  const secondsOf = async (symbol: string) => {
    const headers = await headersOf(symbol)
    return headers.map(({ timeMs }) => Math.floor(timeMs / 1_000) % 60)
  }
  expect(await secondsOf('BTCUSDT')).toEqual([0, 10, 20, 30])
  laneOf('BTCUSDT').openUntilMs = app.clock.nowMs() + 3_000
  await run(15_500)
  const [open, idle] = [await secondsOf('BTCUSDT'), await secondsOf('ETHUSDT')]
  expect(open).toEqual([0, 10, 20, 30, 31, 32, 33, 34, 35, 36, 37, 38, 40])
  expect(idle).toEqual([0, 10, 20, 30, 40])
  const flushes = await app.db.query<{ n: bigint }>('select count(*) as n from log_tail')
  expect(Number(flushes[0]?.n)).toBeLessThan(100)
})

test('[P1] [S2] headers come over the socket as they are sealed, the newest one at once, also after a restart', {
  timeout: 120_000,
}, async () => {
  app = await createTestApp({ start: true, listen: true })
  const first = await app.socket('/trade')
  first.send({ op: 'subscribe', channel: 'ticks', symbol: 'BTCUSDT' })
  await first.next('subscribed')
  await run(21_000)
  const all = await headersOf('BTCUSDT')
  for (const header of all)
    expect(await first.next('block')).toEqual({ type: 'block', symbol: 'BTCUSDT', precision: 2, header })
  expect(all).toHaveLength(3)

  const beside = await createTestApp({ start: true, listen: true, beside: app })
  for (const each of [app, beside]) {
    const later = await each.socket('/trade')
    later.send({ op: 'subscribe', channel: 'ticks', symbol: 'BTCUSDT' })
    expect((await later.next('block')).header).toEqual(all.at(-1))
  }
  await beside.close()
})

test('[P1] [O4] keys rotate under a running server: no block is missing, each verifies by the key of its time', {
  timeout: 120_000,
}, async () => {
  app = await createTestApp({ start: true })
  laneOf('BTCUSDT').openUntilMs = app.clock.nowMs() + 30_000
  await run(3_000)
  // The new key from a second on, the old one for a quarter of a minute more.
  const { fromMs, retireMs, keyId } = await rotateKey({
    ...{ db: app.db, file: app.config.signingKeysFile, random: systemRandom, speed: 1 / 60, lost: false },
  })
  await run(retireMs + 3_000 - app.clock.nowMs())
  const { headers, keys } = await verifiedLog(app.client(), 'BTCUSDT')
  expect(keys.keys).toHaveLength(2)
  const [older, newer] = [headers.filter((header) => header.keyId !== keyId), headers.slice(-12)]
  expect(older.length).toBeGreaterThanOrEqual(4)
  // Nobody told the server: it has looked for itself.
  expect(newer.every((header) => header.keyId === keyId && header.timeMs >= fromMs)).toBe(true)
  expect(ensure(headers.at(-1)).timeMs).toBeGreaterThan(retireMs)
})

test('[P1] [O4] without a key nothing is written that could not be sealed, and the server says so; with it again the log goes on', {
  timeout: 120_000,
}, async () => {
  app = await createTestApp({ start: true })
  const readyz = async () => (await app.client().raw('GET', '/readyz')).json()
  await run(2_000)
  const before = await headersOf('BTCUSDT')
  const { lastSeq } = ensure(laneOf('BTCUSDT').head)
  await app.db.query('update site_keys set to_ms = $1', [BigInt(app.clock.nowMs() + 1)])
  await run(21_000)
  expect(await headersOf('BTCUSDT')).toEqual(before)
  expect(laneOf('BTCUSDT').head).toBeNull()
  expect(await readyz()).toMatchObject({ status: 'unavailable', checks: { keys: 'failed' } })

  await app.db.query('update site_keys set to_ms = null')
  await run(16_000)
  const { headers, entries } = await verifiedLog(app.client(), 'BTCUSDT')
  expect(headers.length).toBeGreaterThan(before.length)
  expect(entries.length).toBeGreaterThan(lastSeq)
  expect(entries.length - ensure(headers.at(-1)).lastSeq).toBeLessThan(100)
})
