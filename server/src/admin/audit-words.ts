import { namesOfUsers } from '../accounts/user-info.service.ts'
import { subjectOfUser } from '../people/proposed-user.ts'
import type { AuditRow } from '../platform/audit-search.ts'
import type { Sql } from '../platform/db.ts'
import { listAdministratorNames } from './administrators.store.ts'

/** The log keeps users by the ids of their rows, pages know them by their numbers (UID) alone. */
const ROW_OF_USER = /^user:([0-9]{1,9})$/

/** What stands in an entry, as pages know it. */
export interface AuditWords {
  nameOf(row: Pick<AuditRow, 'actorKind' | 'actorId'>): string | null
  subjectOf(row: Pick<AuditRow, 'subject'>): string
}

/** What those are called who acted or were acted on in some entries. */
export async function auditWordsOf(sql: Sql, rows: readonly AuditRow[]): Promise<AuditWords> {
  const idsOf = (kind: AuditRow['actorKind']): bigint[] => [
    ...new Set(rows.flatMap((row) => (row.actorKind === kind ? (row.actorId ?? []) : []))),
  ]
  const [admins, people] = await Promise.all([
    listAdministratorNames(sql, idsOf('admin')),
    namesOfUsers(sql, [...new Set([...idsOf('user'), ...rows.flatMap((row) => userOf(row) ?? [])])]),
  ])
  return {
    nameOf({ actorKind, actorId }) {
      if (actorId === null) return null
      return (actorKind === 'admin' ? admins.get(actorId) : people.get(actorId)?.username) ?? null
    },
    subjectOf(row) {
      const userId = userOf(row)
      const uid = userId === null ? undefined : people.get(userId)?.uid
      return uid === undefined ? row.subject : subjectOfUser(uid)
    },
  }
}

/** The row of the user whom an entry is about; null: it is about something else. */
function userOf({ subject }: Pick<AuditRow, 'subject'>): bigint | null {
  const id = ROW_OF_USER.exec(subject)?.[1]
  return id === undefined ? null : BigInt(id)
}
