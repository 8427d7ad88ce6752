import { createHash } from 'node:crypto'
import { ensure } from '@truestrike/core/assert.ts'
import { canonicalBytes } from '@truestrike/core/canonical-bytes.ts'
import type { LogEntry } from '@truestrike/core/log-entry.ts'
import { genesisHash } from '@truestrike/core/running-hash.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LiveProduct } from '../src/market/live-product.ts'
import { headsOf, isFenced } from '../src/market/log.store.ts'
import { takeLeases } from '../src/market/product-leases.store.ts'
import { readEntries, readHashedEntries } from '../src/market/read-log.ts'
import { restoreTicks } from '../src/market/restore-ticks.ts'
import type { Db, Sql } from '../src/platform/db.ts'
import { createFailingDb, createMarketRig, type EngineRig, type MarketRig } from './market-rig.ts'

let rig: MarketRig
beforeEach(async () => {
  rig = await createMarketRig()
})
afterEach(() => rig.close())

const read = (symbol: string, range: Partial<Parameters<typeof readEntries>[2]> = {}): Promise<LogEntry[]> =>
  readEntries(rig.db, rig.product(symbol).id, { limit: 10_000, ...range })
const seqs = (entries: readonly LogEntry[]): number[] => entries.map((entry) => entry.seq)
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

async function ticks(engine: EngineRig, count: number, from = 50_000): Promise<void> {
  for (let index = 0; index < count; index += 1) await engine.tick('BTCUSDT', `${from + index}.00`)
}

test('[P1] numbering goes on without a gap over restarts, blocks and tail', async () => {
  const first = await rig.engine()
  await ticks(first, 5)
  await rig.seal(first)
  await ticks(first, 3)
  await first.engine.stop()
  const second = await rig.engine({ owner: 'engine-2' })
  await rig.clock.advance(1_000)
  await ticks(second, 4)
  await rig.seal(second)
  await ticks(second, 2)
  const entries = await read('BTCUSDT')
  expect(seqs(entries)).toEqual(upTo(entries.length))
  expect(entries.filter((entry) => entry.kind === 'tick')).toHaveLength(14)
  const head = ensure((await headsOf(rig.db, [rig.product('BTCUSDT').id])).get(rig.product('BTCUSDT').id))
  expect(head.lastSeq).toBe(entries.length)
  expect(head.epoch).toBe(2)
})

test('[N6] [P1] what was put on show by a restart never hides ticks before it: whoever wants those is answered from the log', async () => {
  const first = await rig.engine()
  await ticks(first, 3)
  await rig.clock.advance(300)
  await first.engine.pump()
  const all = (await read('BTCUSDT')).filter(({ kind }) => kind === 'tick').map(({ seq }) => seq)
  const last = ensure(all.at(-1))
  expect((await read('BTCUSDT')).at(-1)?.kind).toBe('watermark')
  for (const entriesBack of [1, 1_000]) {
    const product = new LiveProduct(rig.product('BTCUSDT'))
    await restoreTicks(rig.db, [product], entriesBack)
    expect(product.lastTick?.[2]).toBe(last)
    expect(product.ticksAfter(last)).toEqual([])
    const shown = product.ticksAfter(ensure(all[0]))?.map(([, , seq]) => seq) ?? null
    expect(shown).toEqual(entriesBack === 1 ? null : all.slice(1))
  }
})

test('[T5] [M5] while a feed has not told all of a slot nothing of it is written; then the slot is one tick', async () => {
  const { engine, feed, tick } = await rig.engine()
  await tick('BTCUSDT', '50000.00')
  const before = await read('BTCUSDT')
  feed.setWaiting(true)
  feed.push('BTCUSDT', '50001.00')
  await rig.clock.advance(300)
  await engine.pump()
  expect(await read('BTCUSDT')).toEqual(before)
  // The rest of the same slot is read late.
  feed.push('BTCUSDT', { price: '50002.00', timeMs: rig.clock.nowMs() - 290 })
  feed.setWaiting(false)
  await rig.clock.advance(100)
  await engine.pump()
  const after = (await read('BTCUSDT')).slice(before.length)
  expect(after.map(({ kind }) => kind)).toEqual(['tick', 'watermark', 'watermark'])
  expect(after[0]).toMatchObject({ price: 5_000_200n })
})

test('[M5] [P1] a trade the log cannot take is left out and told; the product and all others go on', async () => {
  const { engine, feed, errors } = await rig.engine()
  const told = async (symbol: string) =>
    (await read(symbol)).flatMap((entry) => (entry.kind === 'tick' ? [entry.price] : []))
  for (const [price, volumeMicros] of [
    ['50000.00', 1n],
    ['50000.50', 10n ** 30n],
    ['50001.00', 1n],
  ] as const) {
    feed.push('BTCUSDT', { price, volumeMicros })
    feed.push('ETHUSDT', '3000.00')
    await rig.clock.advance(100)
    await engine.pump()
  }
  expect(await told('BTCUSDT')).toEqual([5_000_000n, 5_000_100n])
  expect(await told('ETHUSDT')).toHaveLength(3)
  expect(errors).toHaveLength(1)
})

test('[P1] the log is read from any seq or time, across blocks and tail', async () => {
  const engine = await rig.engine()
  for (let block = 0; block < 3; block += 1) {
    await ticks(engine, 4)
    await rig.seal(engine)
  }
  await ticks(engine, 3)
  const all = await read('BTCUSDT')
  for (const entry of all) {
    expect(seqs(await read('BTCUSDT', { fromSeq: entry.seq }))).toEqual(seqs(all.slice(entry.seq - 1)))
    const since = all.filter((other) => other.timeMs >= entry.timeMs)
    expect(seqs(await read('BTCUSDT', { fromMs: entry.timeMs }))).toEqual(seqs(since))
    const until = all.filter((other) => other.timeMs <= entry.timeMs)
    expect(seqs(await read('BTCUSDT', { toMs: entry.timeMs }))).toEqual(seqs(until))
  }
  expect(seqs(await read('BTCUSDT', { fromSeq: 3, limit: 4 }))).toEqual([3, 4, 5, 6])
})

test('[P1] [T8] what is sealed between the reading of blocks and tail is not missed, nor read twice', async () => {
  const engine = await rig.engine()
  await ticks(engine, 4)
  await rig.seal(engine)
  await ticks(engine, 3)
  const all = await read('BTCUSDT')
  for (const ticksAfterwards of [0, 2]) {
    let sealed = false
    const sql: Sql = {
      query: async (text, params) => {
        if (!sealed && text.includes('log_tail')) {
          sealed = true
          await rig.seal(engine)
          await ticks(engine, ticksAfterwards)
        }
        return rig.db.query(text, params)
      },
    }
    const found = await readEntries(sql, rig.product('BTCUSDT').id, { limit: 10_000 })
    expect(sealed).toBe(true)
    expect(seqs(found).slice(0, all.length)).toEqual(seqs(all))
    expect(seqs(found)).toEqual(upTo(found.length))
    expect(seqs(await read('BTCUSDT'))).toEqual(seqs(found))
    await ticks(engine, 2)
  }
})

test('[P1] the running hash binds every entry: an independent recomputation agrees with frames and head', async () => {
  const engine = await rig.engine()
  await ticks(engine, 6)
  await rig.seal(engine)
  await ticks(engine, 3)
  const product = rig.product('BTCUSDT')
  const sha = (...parts: Uint8Array[]): Buffer => {
    const hash = createHash('sha256')
    for (const part of parts) hash.update(part)
    return hash.digest()
  }
  let hash: Buffer = Buffer.from(genesisHash(product))
  const hashes = new Map<number, string>()
  for (const entry of await read('BTCUSDT')) {
    hash = sha(hash, sha(Uint8Array.of(0), canonicalBytes(entry, product)))
    hashes.set(entry.seq, hash.toString('base64url'))
  }
  const items = engine.published.flatMap((flush) => flush.items)
  expect(items).toHaveLength(9)
  for (const item of items) expect(item[7]).toBe(hashes.get(item[2]))
  const head = ensure((await headsOf(rig.db, [product.id])).get(product.id))
  expect(Buffer.from(head.hash).toString('base64url')).toBe(hashes.get(head.lastSeq))
  for (const fromSeq of [1, 4, head.lastSeq]) {
    const hashed = await readHashedEntries(rig.db, product.id, product, {
      fromSeq,
      limit: 1_000,
    })
    expect(hashed[0]?.entry.seq).toBe(fromSeq)
    for (const { entry, hash: own } of hashed)
      expect(Buffer.from(own).toString('base64url')).toBe(hashes.get(entry.seq))
  }
})

test('[M4] [P1] nothing is published before it is durable; the same batch is tried again', async () => {
  const db = createFailingDb(rig.db)
  const engine = await rig.engine({ db })
  await engine.tick('BTCUSDT', '50000.00')
  const before = engine.published.length
  const stored = await read('BTCUSDT')
  db.failing = 'before'
  await engine.tick('BTCUSDT', '50001.00')
  await engine.tick('BTCUSDT', '50002.00')
  expect(engine.published).toHaveLength(before)
  expect(await read('BTCUSDT')).toEqual(stored)
  expect(engine.errors.length).toBeGreaterThan(0)
  db.failing = 'no'
  await engine.tick('BTCUSDT', '50003.00')
  const prices = engine.published.flatMap((flush) => flush.items.map((item) => item[5]))
  expect(prices).toEqual(['50000.00', '50001.00', '50002.00', '50003.00'])
  const entries = await read('BTCUSDT')
  expect(seqs(entries)).toEqual(upTo(entries.length))
})

test('[P1] a flush whose answer was lost is published once and not written twice', async () => {
  const db = createFailingDb(rig.db)
  const engine = await rig.engine({ db })
  await engine.tick('BTCUSDT', '50000.00')
  db.failing = 'after'
  await engine.tick('BTCUSDT', '50001.00')
  expect(engine.published.flatMap((flush) => flush.items)).toHaveLength(1)
  db.failing = 'no'
  await engine.tick('BTCUSDT', '50002.00')
  const entries = await read('BTCUSDT')
  expect(seqs(entries)).toEqual(upTo(entries.length))
  expect(entries.filter((entry) => entry.kind === 'tick')).toHaveLength(3)
  expect(engine.published.flatMap((flush) => flush.items.map((item) => item[5]))).toEqual([
    '50000.00',
    '50001.00',
    '50002.00',
  ])
})

test('[P1] an engine whose lease was taken cannot append any more', async () => {
  const old = await rig.engine({ owner: 'old' })
  await old.tick('BTCUSDT', '50000.00')
  const taker = await rig.engine({ owner: 'new' })
  await old.tick('BTCUSDT', '50001.00')
  await old.tick('BTCUSDT', '50002.00')
  expect(old.errors.some(isFenced)).toBe(true)
  expect(old.published.flatMap((flush) => flush.items.map((item) => item[5]))).toEqual(['50000.00'])
  await taker.tick('BTCUSDT', '50003.00')
  expect(taker.published.flatMap((flush) => flush.items.map((item) => [item[1], item[5]]))).toEqual([
    [2, '50003.00'],
  ])
  const entries = await read('BTCUSDT')
  expect(seqs(entries)).toEqual(upTo(entries.length))
  expect(entries.filter((entry) => entry.kind === 'tick')).toHaveLength(2)
})

test('[P1] without a right to the products an engine writes nothing until their lease ends', async () => {
  const owner = await rig.engine({ owner: 'owner', exclusive: false })
  await owner.tick('BTCUSDT', '50000.00')
  const waiter = await rig.engine({ owner: 'waiter', exclusive: false })
  await waiter.tick('BTCUSDT', '49000.00')
  expect(waiter.published).toEqual([])
  await owner.engine.stop()
  await waiter.engine.renewLeases()
  await waiter.tick('BTCUSDT', '50001.00')
  expect(waiter.published.flatMap((flush) => flush.items.map((item) => [item[1], item[5]]))).toEqual([
    [2, '50001.00'],
  ])
  const entries = await read('BTCUSDT')
  expect(seqs(entries)).toEqual(upTo(entries.length))
})

test('[P1] [O5] an engine that takes long to read what it took keeps it', async () => {
  const spentMs = 300
  const taken: number[] = []
  let turn: Promise<unknown> = Promise.resolve()
  /** Several ask at once; the time of each is another one's wait. */
  const spend = () => {
    turn = turn.then(async () => {
      // What is due is done meanwhile.
      await rig.clock.advance(spentMs)
      await rig.db.query('update product_leases set expires_db_ms = expires_db_ms - $1', [spentMs])
      const rivals = await rig.db.tx((sql) =>
        takeLeases(sql, { owner: 'rival', leaseMs: 3_000, force: false }),
      )
      taken.push(rivals.size)
    })
    return turn
  }
  const db: Db = {
    ...rig.db,
    async query(text, params) {
      await spend()
      return await rig.db.query(text, params)
    },
  }
  const { engine } = await rig.engine({ owner: 'slow', exclusive: false, db })
  expect(taken.length).toBeGreaterThan(rig.records.length)
  expect(taken.filter((count) => count > 0)).toEqual([])
  expect(rig.records.every(({ id }) => engine.owns(id))).toBe(true)
})

test('[P1] when the clock goes back nothing is written until it is past the last entry', async () => {
  const engine = await rig.engine()
  await ticks(engine, 3)
  const entries = await read('BTCUSDT')
  await rig.clock.set(rig.clock.nowMs() - 5_000)
  await engine.tick('BTCUSDT', '1.00')
  expect(await read('BTCUSDT')).toEqual(entries)
  const restarted = await rig.engine({ owner: 'restarted' })
  await restarted.tick('BTCUSDT', '2.00')
  expect(await read('BTCUSDT')).toEqual(entries)
  await rig.clock.advance(6_000)
  await restarted.tick('BTCUSDT', '50010.00')
  const times = (await read('BTCUSDT')).map((entry) => entry.timeMs)
  expect(times).toEqual([...times].sort((a, b) => a - b))
  expect(times.length).toBeGreaterThan(entries.length)
})
