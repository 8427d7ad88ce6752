import { createHash } from 'node:crypto'
import type { Sql } from './db.ts'

const ROWS_PER_READ = 2_000
const NO_ROW = Buffer.alloc(32)

/** A row of the audit log and its hash, as hex: whoever notes it can tell later whether the log was rewritten. */
export interface AuditMark {
  id: bigint
  hash: string
}

export interface AuditChain {
  rows: number
  newest: AuditMark | null
  /** The first row that does not hold, in words; null: all of them do. */
  fault: string | null
}

interface ChainRow {
  id: bigint
  previous: Uint8Array
  hash: Uint8Array
  content: string
}

/**
 * Recomputes the chain of the audit log. `noted`: a mark of an earlier run, which has to be in it still; without one, rows
 * cut off at the end are not missed.
 */
export async function checkAuditChain(sql: Sql, noted: AuditMark | null = null): Promise<AuditChain> {
  let rows = 0
  let newest: AuditMark | null = null
  let before: Uint8Array = NO_ROW
  let isNotedThere = noted === null
  for (;;) {
    const read = await readRows(sql, newest?.id ?? 0n)
    for (const row of read) {
      const fault = faultOf(row, before)
      if (fault !== null) return { rows, newest, fault }
      before = row.hash
      newest = { id: row.id, hash: hexOf(row.hash) }
      rows += 1
      isNotedThere ||= newest.id === noted?.id && newest.hash === noted.hash
    }
    if (read.length < ROWS_PER_READ) break
  }
  const fault = isNotedThere ? null : `row ${noted?.id} is no longer there as it was noted`
  return { rows, newest, fault }
}

/** The content is told as the trigger of the table tells it, but by this statement: a changed trigger deceives nobody. */
function readRows(sql: Sql, afterId: bigint): Promise<ChainRow[]> {
  return sql.query<ChainRow>(
    `select id, previous, hash,
       jsonb_build_array(id, at_ms, actor_kind, actor_id, action, subject, ip, before, after)::text as content
     from audit_log where id > $1 order by id limit $2`,
    [afterId, ROWS_PER_READ],
  )
}

function faultOf({ id, previous, hash, content }: ChainRow, before: Uint8Array): string | null {
  if (!Buffer.from(previous).equals(before)) return `row ${id} does not follow the row before it`
  const made = createHash('sha256').update(previous).update(content).digest()
  return made.equals(hash) ? null : `row ${id} is not what was written`
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
