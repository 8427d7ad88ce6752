import type { AuditEntry } from '@truestrike/protocol/audit-endpoints.ts'
import { namesOfUsers } from '../accounts/user-info.service.ts'
import { subjectOfUser } from '../people/proposed-user.ts'
import type { AuditRow } from '../platform/audit-search.ts'
import type { Sql } from '../platform/db.ts'
import { listAdministratorNames } from './administrators.store.ts'
import { peopleNamedIn } from './audit-people.ts'

/** The log keeps users by the ids of their rows, pages know them by their numbers (UID) alone. */
const ROW_OF_USER = /^user:([0-9]{1,9})$/

/** What stands in an entry, as pages know it. */
export interface AuditWords {
  nameOf(row: Pick<AuditRow, 'actorKind' | 'actorId'>): string | null
  subjectOf(row: Pick<AuditRow, 'subject'>): string
  /** Whom its values name; who is gone is left out. */
  peopleOf(row: Pick<AuditRow, 'action' | 'before' | 'after'>): AuditEntry['people']
}

/** What those are called who acted or were acted on in some entries. */
export async function auditWordsOf(sql: Sql, rows: readonly AuditRow[]): Promise<AuditWords> {
  const named = rows.flatMap(peopleNamedIn)
  const idsOf = (kind: 'admin' | 'user'): bigint[] => [
    ...rows.flatMap((row) => (row.actorKind === kind ? (row.actorId ?? []) : [])),
    ...named.flatMap((person) => (person.kind === kind ? person.id : [])),
  ]
  const [admins, people] = await Promise.all([
    listAdministratorNames(sql, [...new Set(idsOf('admin'))]),
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
    peopleOf: (row) =>
      peopleNamedIn(row).flatMap(({ value, text, kind, id }) => {
        const user = kind === 'user' ? people.get(id) : undefined
        const name = kind === 'user' ? user?.username : admins.get(id)
        return name === undefined ? [] : { value, text, name, uid: user?.uid ?? null }
      }),
  }
}

/** The row of the user whom an entry is about; null: it is about something else. */
function userOf({ subject }: Pick<AuditRow, 'subject'>): bigint | null {
  const id = ROW_OF_USER.exec(subject)?.[1]
  return id === undefined ? null : BigInt(id)
}
