import type { LogEntry } from '@truestrike/core/log-entry.ts'
import { unpackEntries } from '@truestrike/core/packed-log.ts'
import { unwrap } from '@truestrike/core/result.ts'
import type { Sql } from '../platform/db.ts'
import type { LogHead } from './log.store.ts'
import { listChunksBefore } from './log-blocks.store.ts'

/** Before the log's end (docs/trading-rules.md): a product that has been silent for longer begins as after any start. */
const LOOK_BACK_MS = 3_600_000
const BLOCKS_PER_READ = 64

/** The second price of the quarantine a log ends in, whose newest entries are `open`; null: it ends in none. */
export async function readQuarantine(
  sql: Sql,
  head: LogHead,
  open: readonly LogEntry[],
): Promise<bigint | null> {
  let entries = open
  let beforeSeq = open[0]?.seq ?? head.lastSeq + 1
  for (;;) {
    // What comes out of order says nothing of the source: it is refused for that, in quarantine too.
    const newest = entries.findLast(
      (entry) => entry.kind === 'tick' || (entry.kind === 'rejected' && entry.rule !== 'order'),
    )
    if (newest !== undefined) return (newest.kind === 'rejected' && newest.secondPrice) || null
    if (beforeSeq <= head.lastTickSeq) return null
    const chunks = await listChunksBefore(sql, head.productId, {
      ...{ beforeSeq, fromMs: head.lastTimeMs - LOOK_BACK_MS, limit: BLOCKS_PER_READ },
    })
    const oldest = chunks[0]
    if (oldest === undefined) return null
    beforeSeq = oldest.firstSeq
    entries = chunks.flatMap(({ packed }) => unwrap(unpackEntries(packed)))
  }
}
