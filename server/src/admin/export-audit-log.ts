import { type AuditFilter, type AuditRow, searchAudit } from '../platform/audit-search.ts'
import { csvPages, csvTime } from '../platform/csv.ts'
import type { ListExport } from '../platform/list-exports.ts'
import { type AuditWords, auditWordsOf } from './audit-words.ts'

const COLUMNS = [
  'id',
  'time_utc',
  'actor_kind',
  'actor',
  'action',
  'subject',
  'ip',
  'before',
  'after',
  'hash',
]

interface NamedRow {
  row: AuditRow
  words: AuditWords
}

const jsonOf = (values: object | null): string | null => (values === null ? null : JSON.stringify(values))

/** The audit log, newest first. */
export const auditLogExport: ListExport<{ filter: AuditFilter }> = {
  name: 'audit-log',
  pages: ({ filter }, { db }) =>
    csvPages({
      head: COLUMNS,
      async read(last: NamedRow | undefined, limit) {
        const rows = await searchAudit(db, filter, { cursorId: last?.row.id ?? null, limit })
        const words = await auditWordsOf(db, rows)
        return rows.map((row): NamedRow => ({ row, words }))
      },
      cells({ row, words }) {
        const { id, atMs, actorKind, actorId, action, ip, before, after, hash } = row
        const actor = words.nameOf(row) ?? actorId?.toString() ?? null
        return [
          { number: id.toString() },
          csvTime(atMs),
          actorKind,
          actor,
          action,
          words.subjectOf(row),
          ip,
          jsonOf(before),
          jsonOf(after),
          Buffer.from(hash).toString('hex'),
        ]
      },
    }),
}
