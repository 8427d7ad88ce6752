import { ensure } from '@truestrike/core/assert.ts'
import { leafHash } from '@truestrike/core/canonical-bytes.ts'
import type { RestartEntry } from '@truestrike/core/log-entry.ts'
import { packEntries } from '@truestrike/core/packed-log.ts'
import { RESTART_SEQS_PER_BLOCK } from '@truestrike/core/proof/block-header.ts'
import { nextRunningHash } from '@truestrike/core/running-hash.ts'
import type { Sql } from '../platform/db.ts'
import { headsOf, type RestartedLog, restartLog } from './log.store.ts'
import { listProductRecords } from './product.store.ts'
import { insertLogEvents } from './public-events.store.ts'

/**
 * Numbers of entries left out for each second that may be lost: more than a product's log can have grown, so that no
 * number, of an entry or of a block, is ever given a second time. A block's number is left out for a thousand of them: ten
 * a second, where at most one block is sealed, and one for ten thousand entries.
 */
const SEQS_PER_SECOND = 10_000
/** Owners change less often than that. */
const EPOCHS_PER_SECOND = 10

/**
 * Lets every product's log go on after a restore: with an entry that says so, under numbers nobody has seen. The next
 * engine seals and publishes it. The logs must end in blocks. `lostMs`: service time that may be lost, rounded up well.
 * It is one of the events everybody may look up: a source of prices that is the one before.
 */
export async function restartLogs(
  sql: Sql,
  { lostMs, nowMs }: { lostMs: number; nowMs: number },
): Promise<void> {
  const products = await listProductRecords(sql)
  const heads = await headsOf(
    sql,
    products.map(({ id }) => id),
  )
  const lostSeconds = Math.ceil(lostMs / 1_000)
  for (const { id, symbol, precision } of products) {
    const head = ensure(heads.get(id), 'a product has a log')
    if (head.lastSeq === 0 || head.source === null) continue
    const leftOut = lostSeconds * SEQS_PER_SECOND
    const entry: RestartEntry = {
      kind: 'restart',
      seq: head.lastSeq + 1 + leftOut,
      // The first moment of which the log knows nothing: contracts still open then are cancelled.
      timeMs: Math.max(head.lastTimeMs, head.watermarkMs + 1),
      source: head.source,
      afterSeq: head.lastSeq,
    }
    const leaf = leafHash(entry, { symbol, precision, version: head.productVersion })
    const restarted: RestartedLog = {
      productId: id,
      seq: entry.seq,
      timeMs: entry.timeMs,
      afterSeq: entry.afterSeq,
      hash: nextRunningHash(head.hash, leaf),
      packed: packEntries([entry]),
      blocksLeftOut: Math.ceil(leftOut / RESTART_SEQS_PER_BLOCK),
      epochs: lostSeconds * EPOCHS_PER_SECOND,
    }
    await restartLog(sql, restarted)
    const { seq, source } = entry
    await insertLogEvents(sql, [
      { kind: 'source', productId: id, seq, timeMs: nowMs, sourceBefore: source, source },
    ])
  }
}
