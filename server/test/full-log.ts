import { ensure } from '@truestrike/core/assert.ts'
import { leafHash } from '@truestrike/core/canonical-bytes.ts'
import type { LogEntry } from '@truestrike/core/log-entry.ts'
import { packEntries } from '@truestrike/core/packed-log.ts'
import {
  type BlockHeader,
  headerBytes,
  headerHash,
  headerMessage,
  nextHeader,
} from '@truestrike/core/proof/block-header.ts'
import { nextRunningHash } from '@truestrike/core/running-hash.ts'
import { appendToLog, deleteBlockedTail, headsOf } from '../src/market/log.store.ts'
import { insertBlocks, type LogBlock } from '../src/market/log-blocks.store.ts'
import { listProductRecords, type ProductRecord } from '../src/market/product.store.ts'
import type { TestApp } from './test-app.ts'

/** As many blocks as a page has, and more entries than one. */
const BLOCKS = 1_000
const TICKS_PER_BLOCK = 5
const BLOCK_MS = 2_000
const PRICE = 5_000_000n

/** Entry 1 names the source; every block ends with a watermark. */
function entriesOf(beginMs: number, count: number): LogEntry[][] {
  let seq = 0
  return Array.from({ length: count }, (_, block) => {
    const atMs = beginMs + block * BLOCK_MS
    const entries: LogEntry[] = []
    const numbered = (timeMs: number): { seq: number; timeMs: number } => {
      seq += 1
      return { seq, timeMs }
    }
    if (block === 0) entries.push({ kind: 'source', source: 'simulated', ...numbered(atMs) })
    for (let tick = 0; tick < TICKS_PER_BLOCK; tick += 1) {
      const timeMs = atMs + tick * 300
      entries.push({
        ...{ kind: 'tick', ...numbered(timeMs), price: PRICE + BigInt((block * 7 + tick) % 97) },
        ...{ volumeMicros: 1_000_000n, source: 'simulated', sourceTimeMs: timeMs },
        ...{ firstTradeId: block * TICKS_PER_BLOCK + tick, lastTradeId: block * TICKS_PER_BLOCK + tick },
      })
    }
    entries.push({ kind: 'watermark', ...numbered(atMs + BLOCK_MS - 1) })
    return entries
  })
}

/**
 * Gives a product a log of a thousand signed blocks of six entries, or of so many, as its engine would have made it up to now. Before the app is started:
 * from then on the log is the engine's.
 */
export async function fillLog({ db, clock, signer }: TestApp, symbol: string, count = BLOCKS): Promise<void> {
  const record = ensure((await listProductRecords(db)).find((one) => one.symbol === symbol))
  const blocks = entriesOf(clock.nowMs() - count * BLOCK_MS, count)
  const before = ensure((await headsOf(db, [record.id])).get(record.id))
  const entries = blocks.flat()
  const last = ensure(entries.at(-1))
  const tick = ensure(entries.findLast((entry) => entry.kind === 'tick'))
  const hash = entries
    .map((entry) => leafHash(entry, logProductOf(record)))
    .reduce(nextRunningHash, before.hash)
  const head = {
    ...{ ...before, hash, source: 'simulated' as const, lastSeq: last.seq, lastTimeMs: last.timeMs },
    ...{ watermarkMs: last.timeMs, lastTickSeq: tick.seq, lastTickTimeMs: tick.timeMs },
    ...{ lastTickPrice: tick.price, lastTradeId: tick.lastTradeId },
  }
  await db.tx(async (sql) => {
    await appendToLog(sql, [{ head, firstSeq: 1, packed: packEntries(entries), batches: [] }])
    let header: BlockHeader | null = null
    for (const own of blocks) {
      const block = blockOf(record, { before: header, entries: own, epoch: before.epoch, signer })
      await insertBlocks(sql, [block])
      header = block.header
    }
    await deleteBlockedTail(sql)
  })
}

const logProductOf = ({ symbol, precision, version }: ProductRecord) => ({ symbol, precision, version })

function blockOf(
  record: ProductRecord,
  parts: {
    before: BlockHeader | null
    entries: readonly LogEntry[]
    epoch: number
    signer: TestApp['signer']
  },
): LogBlock {
  const { before, entries, epoch, signer } = parts
  const product = logProductOf(record)
  const lastTimeMs = ensure(entries.at(-1)).timeMs
  const header = nextHeader(before, entries, product, lastTimeMs)
  const bytes = headerBytes(header, product)
  return {
    ...{ productId: record.id, epoch, header, hash: headerHash(bytes), lastTimeMs },
    ...signer.signAt(header.timeMs, headerMessage(bytes)),
    packed: packEntries(entries),
  }
}
