import { ensure } from '@truestrike/core/assert.ts'
import { type LogEntry, seqBefore } from '@truestrike/core/log-entry.ts'
import type { BlockHeader } from '@truestrike/core/proof/block-header.ts'
import { isMark, lastMarkSeq, MARK_KINDS } from '@truestrike/core/proof/hidden-marks.ts'
import type { Sql } from '../platform/db.ts'
import { listBlocksOf } from './log-blocks.store.ts'
import { readEntries } from './read-log.ts'
import { readNewestSealed, sealedBlockOf } from './sealed-blocks.ts'

/** Entries that wait for their block are of seconds. */
const TAIL_ENTRIES_MAX = 50_000

/**
 * Changes of source, restarts and voids between two numbers of a log, both left out, ascending. Found backwards, from
 * header to header, as each names the newest of them: it takes the blocks that hold one, however many lie between.
 */
export async function readMarks(
  sql: Sql,
  productId: number,
  { afterSeq, beforeSeq }: { afterSeq: number; beforeSeq: number },
): Promise<LogEntry[]> {
  const newest = await readNewestSealed(sql, productId)
  let marks: LogEntry[] = []
  let seq = newestMark(newest)
  while (seq > afterSeq) {
    const [held] = await listBlocksOf(sql, productId, { fromSeq: seq, toSeq: seq })
    if (held === undefined) break
    const { entries } = sealedBlockOf(held)
    marks = [...entries.filter(isAnyMark), ...marks]
    const endSeq = seqBefore(ensure(entries[0]))
    const [before] = await listBlocksOf(sql, productId, { fromSeq: endSeq, toSeq: endSeq })
    seq = before === undefined || before.header.lastSeq !== endSeq ? 0 : newestMark(before.header)
  }
  marks.push(...(await readTailMarks(sql, productId, { afterSeq: newest?.lastSeq ?? 0, beforeSeq })))
  return marks.filter((entry) => afterSeq < entry.seq && entry.seq < beforeSeq)
}

/** What no header tells of yet has to be looked at. */
async function readTailMarks(
  sql: Sql,
  productId: number,
  { afterSeq, beforeSeq }: { afterSeq: number; beforeSeq: number },
): Promise<LogEntry[]> {
  const marks: LogEntry[] = []
  let fromSeq = afterSeq + 1
  while (fromSeq < beforeSeq) {
    const entries = await readEntries(sql, productId, { fromSeq, limit: TAIL_ENTRIES_MAX })
    marks.push(...entries.filter(isAnyMark))
    const last = entries.at(-1)
    if (last === undefined || entries.length < TAIL_ENTRIES_MAX) break
    fromSeq = last.seq + 1
  }
  return marks
}

const isAnyMark = (entry: LogEntry): boolean => MARK_KINDS.some((kind) => isMark(entry, kind))

function newestMark(header: BlockHeader | null): number {
  return header === null ? 0 : Math.max(...MARK_KINDS.map((kind) => lastMarkSeq(header, kind)))
}
