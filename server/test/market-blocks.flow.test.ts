import { ensure } from '@truestrike/core/assert.ts'
import { headerBytes, headerMessage } from '@truestrike/core/proof/block-header.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { headsOf, isFenced, type LogHead } from '../src/market/log.store.ts'
import {
  type BlockSpan,
  deleteBlocksUpTo,
  insertBlocks,
  type LogBlock,
  listHeaders,
  type SignedBlock,
} from '../src/market/log-blocks.store.ts'
import type { PriceLane } from '../src/market/price-lane.ts'
import { readHashAfter, readHashedEntries } from '../src/market/read-log.ts'
import { readSealedBlocks } from '../src/market/sealed-blocks.ts'
import { createMarketRig, type EngineRig, type MarketRig } from './market-rig.ts'
import { isSigned } from './signed-log.ts'

let rig: MarketRig
beforeEach(async () => {
  rig = await createMarketRig()
})
afterEach(() => rig.close())

const btc = () => rig.product('BTCUSDT')
const readBlocks = (wanted: BlockSpan) => readSealedBlocks(rig.db, btc().id, wanted, rig.archives)
const everyBlock = { fromSeq: 1, toSeq: Number.MAX_SAFE_INTEGER }
const headOf = async (): Promise<LogHead> => ensure((await headsOf(rig.db, [btc().id])).get(btc().id))
const laneOf = ({ engine }: EngineRig): PriceLane =>
  ensure(engine.lanes.find(({ product }) => product.id === btc().id))

async function ticks(engine: EngineRig, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await engine.tick('BTCUSDT', `5000${index % 10}.00`)
}

/** All headers of BTCUSDT: chained, signed, over the whole log up to the last one. */
async function chain(): Promise<SignedBlock[]> {
  const blocks = await readBlocks(everyBlock)
  const log = await readHashedEntries(rig.db, btc().id, btc(), { fromSeq: 1, limit: 100_000 })
  let nextSeq = 1
  for (const { header, keyId, signature, entries } of blocks) {
    expect(header.firstSeq).toBe(nextSeq)
    nextSeq = header.lastSeq + 1
    expect(entries).toEqual(log.slice(header.firstSeq - 1, header.lastSeq).map(({ entry }) => entry))
    const last = ensure(log[header.lastSeq - 1])
    expect(header.runningHash).toBe(Buffer.from(last.hash).toString('base64url'))
    const message = headerMessage(headerBytes(header, btc()))
    const signed = { keyId, signature, timeMs: header.timeMs }
    expect(isSigned(message, signed, rig.signer.keysFile())).toBe(true)
  }
  expect(blocks.map(({ header }) => header.number)).toEqual(blocks.map((_, index) => index + 1))
  return blocks
}

test('[P1] [O4] killed between a flush and its sealing: the next engine seals it, the chain goes on', async () => {
  for (const owner of ['first', 'second', 'third']) {
    const engine = await rig.engine({ owner })
    await ticks(engine, 3)
    await rig.seal(engine)
    // What is killed here never stops: its successor takes the products over by force.
    await ticks(engine, 2)
    await rig.clock.advance(1_000)
  }
  const last = await rig.engine({ owner: 'last' })
  await rig.seal(last)
  const blocks = await chain()
  expect(blocks).toHaveLength(4)
  expect(ensure(blocks.at(-1)).header.lastSeq).toBe((await headOf()).lastSeq)
})

test('[P1] two engines: products change hands, one chain; who has lost a product seals nothing of it', async () => {
  const old = await rig.engine({ owner: 'old' })
  await ticks(old, 3)
  await rig.seal(old)
  await ticks(old, 2)
  const taker = await rig.engine({ owner: 'taker' })
  // Both hold what waits: the older one's epoch is over.
  await expect(rig.seal(old)).rejects.toSatisfy(isFenced)
  await rig.seal(taker)
  await ticks(taker, 2)
  await rig.seal(taker)
  await ticks(old, 1)
  await rig.seal(old)
  expect(await chain()).toHaveLength(3)
  await taker.engine.stop()
  await old.engine.renewLeases()
  await ticks(old, 2)
  await rig.seal(old)
  expect(await chain()).toHaveLength(4)
})

test('[P1] nothing but the next block of the chain is stored: no second one with its number, no gap, no false key', async () => {
  const engine = await rig.engine()
  await ticks(engine, 3)
  await rig.seal(engine)
  await ticks(engine, 3)
  const [first] = await listHeaders(rig.db, btc().id, 'newest', 1)
  const good = ensure(laneOf(engine).draftBlock({ signer: rig.signer, nowMs: rig.clock.nowMs() }))
  const { header } = good
  const refused: [string, LogBlock][] = [
    ['a number left out', { ...good, header: { ...header, number: header.number + 1 } }],
    ['a number again', { ...good, header: { ...header, number: 1 } }],
    ['another header before', { ...good, header: { ...header, previous: ensure(first).header.root } }],
    ['entries again', { ...good, header: { ...header, firstSeq: 1 } }],
    ['entries left out', { ...good, header: { ...header, firstSeq: header.firstSeq + 1 } }],
    ['entries that are not there', { ...good, header: { ...header, lastSeq: header.lastSeq + 9 } }],
    ['another product version', { ...good, header: { ...header, productVersion: 2 } }],
    ['an unknown key', { ...good, keyId: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ]
  for (const [what, block] of refused)
    await expect(
      rig.db.tx((sql) => insertBlocks(sql, [block])),
      what,
    ).rejects.toThrow('does not follow')
  const old = { ...good, epoch: good.epoch - 1 }
  await expect(rig.db.tx((sql) => insertBlocks(sql, [old]))).rejects.toSatisfy(isFenced)
  await rig.db.tx((sql) => insertBlocks(sql, [good]))
  await expect(rig.db.tx((sql) => insertBlocks(sql, [good]))).rejects.toThrow('does not follow')
  for (const change of [
    `update log_blocks set signature = decode(repeat('00', 64), 'hex')`,
    'truncate log_blocks',
  ])
    await expect(rig.db.query(change)).rejects.toMatchObject({ code: '55000' })
  expect(await chain()).toHaveLength(2)
})

test('[P1] a block is refused when its key has retired meanwhile, and sealed by the new one as soon as that is read', async () => {
  const engine = await rig.engine()
  await ticks(engine, 3)
  // Another key takes over before this process has looked.
  await rig.db.query('update site_keys set to_ms = $1', [BigInt(rig.clock.nowMs())])
  await expect(rig.seal(engine)).rejects.toThrow('its key is not in use')
  await ticks(engine, 2)
  await rig.signer.refresh()
  await expect(rig.seal(engine)).rejects.toThrow('no key that is in use')
  expect(await chain()).toEqual([])
  await rig.db.query('update site_keys set to_ms = null')
  await rig.signer.refresh()
  await ticks(engine, 2)
  await rig.seal(engine)
  expect(await chain()).toHaveLength(1)
})

test('[P1] a block has entries of one product version only', async () => {
  const first = await rig.engine({ owner: 'first' })
  await ticks(first, 3)
  await rig.seal(first)
  await ticks(first, 2)
  await first.engine.stop()
  await rig.db.query('update products set version = 2 where id = $1', [btc().id])
  const version = btc().version
  Object.assign(btc(), { version: 2 })
  const second = await rig.engine({ owner: 'second' })
  await ticks(second, 2)
  await rig.seal(second)
  const blocks = await chain()
  expect(blocks.map(({ header }) => header.productVersion)).toEqual([1, 1, 2])
  await second.engine.stop()
  // A process that was started before the change must not go on with the old version.
  Object.assign(btc(), { version })
  await expect(rig.engine({ owner: 'third' })).rejects.toThrow('restart this one')
})

test('[P1] a change of version before the first entry begins the log anew', async () => {
  await rig.db.query('update products set version = 2 where id = $1', [btc().id])
  Object.assign(btc(), { version: 2 })
  const engine = await rig.engine()
  await ticks(engine, 2)
  await rig.seal(engine)
  expect((await chain()).map(({ header }) => header.productVersion)).toEqual([2])
})

test('[P1] retention leaves the newest block, so that the chain goes on; hashes are told from the second one kept', async () => {
  const engine = await rig.engine()
  for (let block = 0; block < 4; block += 1) {
    await ticks(engine, 3)
    await rig.seal(engine)
  }
  const all = await chain()
  const [, , third, fourth] = all.map(({ header }) => header)
  const gone = { productId: btc().id, number: 2, limit: 100 }
  expect(await deleteBlocksUpTo(rig.db, gone)).toBe(2)
  const product = btc()
  const hashAt = (seq: number) => readHashAfter(rig.db, product.id, product, seq)
  expect(await hashAt(ensure(third).firstSeq)).toBeNull()
  const atEnd = Buffer.from(ensure(await hashAt(ensure(third).lastSeq))).toString('base64url')
  expect(atEnd).toBe(ensure(third).runningHash)
  const [hashed] = await readHashedEntries(rig.db, product.id, product, { fromSeq: 1, limit: 5 })
  expect(hashed?.entry.seq).toBe(ensure(fourth).firstSeq)

  await rig.clock.advance(86_400_000)
  expect(await deleteBlocksUpTo(rig.db, { ...gone, number: 4 })).toBe(1)
  const next = await rig.engine({ owner: 'next' })
  await ticks(next, 2)
  await rig.seal(next)
  const kept = await readBlocks(everyBlock)
  expect(kept.map(({ header }) => header.number)).toEqual([4, 5])
  expect(kept[1]?.header).toMatchObject({ firstSeq: ensure(fourth).lastSeq + 1, lastSourceSeq: 1 })
})

test('[T11] sealed blocks are read by numbers and by times, with all that a receipt looks at', async () => {
  const engine = await rig.engine()
  for (let block = 0; block < 6; block += 1) {
    await ticks(engine, 3)
    await rig.seal(engine)
  }
  const all = await chain()
  const lastTimeOf = (at: number): number => {
    const { header } = ensure(all[at])
    return ensure(
      engine.published.flatMap((flush) => flush.entries).find(({ seq }) => seq === header.lastSeq),
    ).timeMs
  }
  const read = async (wanted: BlockSpan) => (await readBlocks(wanted)).map(({ header }) => header.number)
  const { firstSeq } = ensure(all[2]).header
  const { lastSeq } = ensure(all[3]).header
  expect(await read({ fromSeq: firstSeq, toSeq: lastSeq })).toEqual([3, 4])
  expect(await read({ fromSeq: firstSeq + 1, toSeq: firstSeq + 1 })).toEqual([3])
  // Up to the first block that goes past the time; what ends at it may lack the proof.
  expect(await read({ fromSeq: firstSeq, toMs: lastTimeOf(3) })).toEqual([3, 4, 5])
  expect(await read({ fromSeq: firstSeq, toMs: lastTimeOf(3) - 1 })).toEqual([3, 4])
  // From the last entry before a time: it may stand in the block before.
  expect(await read({ fromMs: lastTimeOf(1) + 1, toMs: lastTimeOf(2) })).toEqual([2, 3, 4])
  expect(await read({ fromMs: lastTimeOf(1), toSeq: firstSeq })).toEqual([1, 2, 3])
  expect(await read({ fromSeq: 1, toMs: Number.MAX_SAFE_INTEGER })).toEqual([1, 2, 3, 4, 5, 6])
  expect(await read({ fromMs: 0, toSeq: 1 })).toEqual([1])
  expect(await read({ fromMs: Number.MAX_SAFE_INTEGER, toMs: Number.MAX_SAFE_INTEGER })).toEqual([6])
})
