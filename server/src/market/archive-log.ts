import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SealedBlock } from '@truestrike/core/proof/build-receipt.ts'
import { DAY_MS, formatDay } from '@truestrike/core/utc-day.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { removeDrafts, writeArchiveFile } from './archive-file.ts'
import { candleProgressOf } from './candle.store.ts'
import { headsOf } from './log.store.ts'
import { getArchive, insertArchive, lastArchivedNumber } from './log-archives.store.ts'
import { blockNumbersBefore, deleteBlocksUpTo, firstBlockTime, listBlocksFrom } from './log-blocks.store.ts'
import type { ProductRecord } from './product.store.ts'
import { sealedBlockOf } from './sealed-blocks.ts'
import { deleteTickLegs } from './tick-legs.store.ts'

const BLOCKS_PER_READ = 64
const BLOCKS_PER_DELETE = 5_000
const LEGS_PER_DELETE = 5_000
/** What a contract rests on begins this long before its acceptance at most. */
const BEFORE_ACCEPTANCE_MS = 3_600_000

export interface LogArchiverOptions {
  db: Db
  clock: Pick<Clock, 'nowMs'>
  /** Where the files go. */
  archiveDir: string
  /** Whole days the log stays in the database. */
  rawLogDays: number
  /** Products this process writes: a product has one archiver at a time. */
  owned: () => readonly ProductRecord[]
  /** The first acceptance of open contracts, by product: their log stays. */
  listOpenSince: (productIds: readonly number[]) => Promise<ReadonlyMap<number, number>>
  onError: (error: unknown, doing: string) => void
}

export interface LogArchiver {
  /** Writes every day that is old enough into its file, then removes its blocks from the database. */
  run(): Promise<void>
  /** Ends a run under way at its next step, and waits for it. */
  stop(): Promise<void>
}

class Stopped extends Error {}

export function createLogArchiver(options: LogArchiverOptions): LogArchiver {
  let stopping = false
  let running: Promise<void> = Promise.resolve()
  const goOn = (): void => {
    if (stopping) throw new Stopped()
  }
  const run = async (): Promise<void> => {
    for (const product of options.owned()) {
      try {
        await archiveProduct(options, product, goOn)
      } catch (error) {
        if (error instanceof Stopped) return
        // The others go on; what could not be written stays in the database.
        options.onError(error, `archiving the log of ${product.symbol}`)
      }
    }
  }
  return {
    run() {
      running = running.then(run)
      return running
    },
    async stop() {
      stopping = true
      await running
    },
  }
}

async function archiveProduct(
  options: LogArchiverOptions,
  product: ProductRecord,
  goOn: () => void,
): Promise<void> {
  const { db, archiveDir } = options
  await removeDrafts(archiveDir, product.symbol)
  for (;;) {
    // First what an earlier run was killed over.
    const afterNumber = await lastArchivedNumber(db, product.id)
    while (
      (await deleteBlocksUpTo(db, { productId: product.id, number: afterNumber, limit: BLOCKS_PER_DELETE })) >
      0
    )
      goOn()
    const day = await nextDay(options, product, afterNumber)
    if (day === null) return
    goOn()
    await archiveDay(options, product, day, goOn)
  }
}

interface DueDay {
  /** Days since 1970-01-01 UTC. */
  day: number
  firstNumber: number
  lastNumber: number
}

/** The next day to be written; null while it is too young, or something still rests on it. */
async function nextDay(
  { db, clock, rawLogDays, listOpenSince }: LogArchiverOptions,
  { id }: ProductRecord,
  afterNumber: number,
): Promise<DueDay | null> {
  const firstMs = await firstBlockTime(db, id, afterNumber)
  if (firstMs === null) return null
  const day = Math.floor(firstMs / DAY_MS)
  const endMs = (day + 1) * DAY_MS
  if (endMs > clock.nowMs() - rawLogDays * DAY_MS) return null
  const openSinceMs = (await listOpenSince([id])).get(id) ?? Number.POSITIVE_INFINITY
  if (endMs > openSinceMs - BEFORE_ACCEPTANCE_MS) return null
  const numbers = await blockNumbersBefore(db, id, { afterNumber, beforeMs: endMs })
  if (numbers === null || !(await areCandlesStored(db, id, numbers.last))) return null
  return { day, firstNumber: numbers.first, lastNumber: numbers.last }
}

/** Candles are made of the log: it stays until they are. */
async function areCandlesStored(db: Db, productId: number, lastNumber: number): Promise<boolean> {
  const throughSeq = (await candleProgressOf(db)).get(productId)?.throughSeq ?? 0
  const lastTickSeq = (await headsOf(db, [productId])).get(productId)?.lastTickSeq ?? 0
  const [last] = await listBlocksFrom(db, productId, {
    fromNumber: lastNumber,
    toNumber: lastNumber,
    limit: 1,
  })
  return throughSeq >= lastTickSeq || throughSeq >= (last?.header.lastSeq ?? 0)
}

async function archiveDay(
  { db, archiveDir }: LogArchiverOptions,
  { id, symbol, precision }: ProductRecord,
  { day, firstNumber, lastNumber }: DueDay,
  goOn: () => void,
): Promise<void> {
  const seqs = { first: 0, last: 0, lastTimeMs: 0 }
  async function* blocks(): AsyncGenerator<SealedBlock> {
    // A restart leaves numbers out.
    for (let fromNumber = firstNumber; fromNumber <= lastNumber; ) {
      goOn()
      const rows = await listBlocksFrom(db, id, { fromNumber, toNumber: lastNumber, limit: BLOCKS_PER_READ })
      fromNumber = (rows.at(-1)?.header.number ?? lastNumber) + 1
      for (const block of rows.map(sealedBlockOf)) {
        if (block.header.number === firstNumber) seqs.first = block.header.firstSeq
        seqs.last = block.header.lastSeq
        seqs.lastTimeMs = block.entries.at(-1)?.timeMs ?? 0
        yield block
      }
    }
  }
  const head = { symbol, precision, day: formatDay(day), firstNumber, lastNumber }
  const written = await writeArchiveFile(archiveDir, head, blocks()).catch(async (error: unknown) => {
    // Another process was quicker, and is removing the blocks already.
    if ((await getArchive(db, id, day)) === null) throw error
    return null
  })
  if (written === null) return
  const numbers = {
    firstNumber,
    lastNumber,
    firstSeq: seqs.first,
    lastSeq: seqs.last,
    lastTimeMs: seqs.lastTimeMs,
  }
  const isOurs = await insertArchive(db, { productId: id, day, precision, ...numbers, ...written })
  while ((await deleteTickLegs(db, { productId: id, seq: seqs.last, limit: LEGS_PER_DELETE })) > 0) goOn()
  if (isOurs) return
  // Another process was quicker: its file counts, ours goes unless it is the same.
  const known = await getArchive(db, id, day)
  if (known !== null && known.file !== written.file) await rm(join(archiveDir, written.file), { force: true })
}
