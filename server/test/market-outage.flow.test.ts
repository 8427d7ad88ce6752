import { ensure } from '@truestrike/core/assert.ts'
import type { LogEntry } from '@truestrike/core/log-entry.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { headsOf, type LogHead, measureTail } from '../src/market/log.store.ts'
import { OPEN_ENTRIES_MAX } from '../src/market/open-block.ts'
import { readHashedEntries } from '../src/market/read-log.ts'
import { checkTail } from '../src/market/seal-log.ts'
import { createFailingDb, createMarketRig, type EngineRig, type MarketRig } from './market-rig.ts'

let rig: MarketRig
beforeEach(async () => {
  rig = await createMarketRig()
})
afterEach(() => rig.close())

async function headOf(symbol: string): Promise<LogHead> {
  const { id } = rig.product(symbol)
  return ensure((await headsOf(rig.db, [id])).get(id))
}

/** All entries of BTCUSDT, found to be numbered without gaps and bound by the hashes up to the head. */
async function wholeLog(): Promise<LogEntry[]> {
  const product = rig.product('BTCUSDT')
  const range = { fromSeq: 1, limit: 1_000_000 }
  const hashed = await readHashedEntries(rig.db, product.id, product, range)
  expect(hashed.map(({ entry }) => entry.seq)).toEqual(hashed.map((_, index) => index + 1))
  const head = await headOf('BTCUSDT')
  const last = ensure(hashed.at(-1))
  expect(last.entry.seq).toBe(head.lastSeq)
  expect(Buffer.from(last.hash).equals(head.hash)).toBe(true)
  return hashed.map(({ entry }) => entry)
}

async function allPacked(engine: EngineRig): Promise<void> {
  await rig.seal(engine)
  expect(await measureTail(rig.db)).toEqual({ flushes: 0, oldestMs: null })
  const { lastSeq, blockedSeq } = await headOf('BTCUSDT')
  expect(blockedSeq).toBe(lastSeq)
}

const pricesOf = (engine: EngineRig): string[] =>
  engine.published.flatMap((flush) => flush.items.map((item) => item[5]))

describe.each([
  { waiting: 'was not written', failing: 'before' as const },
  { waiting: 'was written, its answer lost', failing: 'after' as const },
])('a flush that waits $waiting', ({ failing }) => {
  test.each(['the feed', 'the lease'])(
    '[P1] [T8] sealing fails in an outage, %s is first back: all is published once, and packed again',
    async (first) => {
      const db = createFailingDb(rig.db)
      const engine = await rig.engine({ db })
      await engine.tick('BTCUSDT', '50000.00')
      db.failing = failing
      await engine.tick('BTCUSDT', '50001.00')
      db.failing = 'before'
      await expect(rig.seal(engine, db)).rejects.toThrow('away')
      await expect(engine.engine.renewLeases()).rejects.toThrow('away')
      await engine.tick('BTCUSDT', '50002.00').catch(() => {})
      expect(pricesOf(engine)).toEqual(['50000.00'])
      db.failing = 'no'
      if (first === 'the lease') await engine.engine.renewLeases()
      await engine.tick('BTCUSDT', '50003.00')
      await engine.tick('BTCUSDT', '50004.00')
      const prices = ['50000.00', '50001.00', '50002.00', '50003.00', '50004.00']
      expect(pricesOf(engine)).toEqual(prices)
      const ticks = (await wholeLog()).filter((entry) => entry.kind === 'tick')
      expect(ticks.map(({ price }) => price)).toEqual([
        5_000_000n,
        5_000_100n,
        5_000_200n,
        5_000_300n,
        5_000_400n,
      ])
      await allPacked(engine)
      await engine.tick('BTCUSDT', '50005.00')
      await allPacked(engine)
      await wholeLog()
    },
  )
})

test('[P1] [T8] when only the answer to sealing was lost, sealing goes on from what is stored', async () => {
  const db = createFailingDb(rig.db)
  const engine = await rig.engine({ db })
  await engine.tick('BTCUSDT', '50000.00')
  db.failing = 'after'
  await expect(rig.seal(engine, db)).rejects.toThrow('lost')
  db.failing = 'no'
  await engine.tick('BTCUSDT', '50001.00')
  await allPacked(engine)
  expect(await wholeLog()).not.toHaveLength(0)
})

test('[P1] [T8] a tail of any length heals at a restart: it is packed in several blocks', async () => {
  const first = await rig.engine()
  const count = 2 * OPEN_ENTRIES_MAX + 5
  const fromMs = rig.clock.nowMs()
  for (let slot = 0; slot < count; slot += 1)
    first.feed.push('BTCUSDT', { price: '50000.00', timeMs: fromMs + slot * 100 })
  await rig.clock.advance(count * 100)
  await first.engine.pump()
  await first.engine.stop()
  const second = await rig.engine({ owner: 'engine-2' })
  await second.tick('BTCUSDT', '50001.00')
  await allPacked(second)
  expect((await wholeLog()).filter(({ kind }) => kind === 'tick')).toHaveLength(count + 1)
  const blocks = await rig.db.query('select 1 from log_blocks where product_id = $1', [
    rig.product('BTCUSDT').id,
  ])
  expect(blocks).toHaveLength(3)
})

test('[O4] a tail that is not packed any more is an error', async () => {
  const engine = await rig.engine()
  await engine.tick('BTCUSDT', '50000.00')
  expect(await checkTail(rig.db, rig.clock)).toBe(1)
  await rig.clock.advance(61_000)
  await expect(checkTail(rig.db, rig.clock)).rejects.toThrow('not sealed')
  await allPacked(engine)
  expect(await checkTail(rig.db, rig.clock)).toBe(0)
})
