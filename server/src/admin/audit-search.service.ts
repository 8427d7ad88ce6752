import { ensure } from '@truestrike/core/assert.ts'
import type { AuditEntry } from '@truestrike/protocol/audit-endpoints.ts'
import { usernameKey } from '../accounts/registration-fields.ts'
import type { UserInfoService } from '../accounts/user-info.service.ts'
import { subjectOfUser } from '../people/proposed-user.ts'
import { AppError } from '../platform/app-error.ts'
import { getLastAuditCheck } from '../platform/audit-checks.ts'
import { writeAudit } from '../platform/audit-log.ts'
import {
  type AuditFilter,
  type AuditRow,
  getAudit,
  getNewestAudit,
  searchAudit,
} from '../platform/audit-search.ts'
import type { Clock } from '../platform/clock.ts'
import { CSV_START, CSV_TYPE, csvLine, csvTime } from '../platform/csv.ts'
import type { Db } from '../platform/db.ts'
import type { Download } from '../platform/http-download.ts'
import type { AdminPrincipal, RequestInfo } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import { actAudit } from './admin-audit.ts'
import { listAdministratorIds, listAdministratorNames } from './administrators.store.ts'
import { peopleNamedIn } from './audit-people.ts'

const PAGE_DEFAULT = 50
/** Names a search looks at. */
const FOUND_MAX = 500
/** Rows of a file held in memory at once. */
const ROWS_PER_READ = 1_000
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

export interface AuditSearchParts {
  db: Db
  clock: Clock
  users: Pick<UserInfoService, 'findId' | 'findUsers' | 'namesOf'>
}

/** The log keeps users by the ids of their rows, pages know them by their numbers (UID) alone. */
const ROW_OF_USER = /^user:([0-9]{1,9})$/
const UID_OF_USER = /^user:([0-9]{10})$/

/** What stands in an entry, as pages know it. */
interface Words {
  nameOf(row: Pick<AuditRow, 'actorKind' | 'actorId'>): string | null
  subjectOf(row: Pick<AuditRow, 'subject'>): string
  /** Whom its values name; who is gone is left out. */
  peopleOf(row: Pick<AuditRow, 'action' | 'before' | 'after'>): AuditEntry['people']
}

interface FilterQuery {
  who?: string
  actorKind?: AuditRow['actorKind']
  action?: string
  subject?: string
  fromMs?: number
  toMs?: number
}

export type AuditSearchService = ReturnType<typeof createAuditSearchService>

/** The audit log to look at: it takes entries, and no changes. */
export function createAuditSearchService({ db, clock, users }: AuditSearchParts) {
  const { readFilter, wordsOf } = createPeople({ db, users })

  async function toWire(rows: readonly AuditRow[]): Promise<AuditEntry[]> {
    const { nameOf, subjectOf, peopleOf } = await wordsOf(rows)
    return rows.map(({ id, atMs, actorId, hash: _, ...row }) => {
      const name = nameOf({ ...row, actorId })
      const actor = actorId === null ? null : { id: actorId.toString(), name }
      const subject = subjectOf(row)
      return { ...row, id: id.toString(), timeMs: Number(atMs), actor, subject, people: peopleOf(row) }
    })
  }

  return {
    /** Newest first. */
    async list({
      cursor,
      limit = PAGE_DEFAULT,
      ...query
    }: FilterQuery & { cursor?: string; limit?: number }) {
      const { filter, moreNames } = await readFilter(query)
      const rows = await searchAudit(db, filter, { cursorId: parseRowId(cursor), limit: limit + 1 })
      const page = rows.slice(0, limit)
      return {
        entries: await toWire(page),
        nextCursor: rows.length > limit ? (page.at(-1)?.id.toString() ?? null) : null,
        moreNames,
      }
    },

    /** Errors: REVIEW_NOT_FOUND. */
    async get(id: bigint | null): Promise<{ entry: AuditEntry }> {
      const row = id === null ? null : await getAudit(db, id)
      if (row === null) throw new AppError('REVIEW_NOT_FOUND')
      return { entry: ensure((await toWire([row]))[0]) }
    },

    /** Who took it along, and what he asked for, is an entry of its own. */
    async export(query: FilterQuery, admin: AdminPrincipal, request: RequestInfo): Promise<Download> {
      const { filter } = await readFilter(query)
      const atMs = clock.nowMs()
      const act = { atMs, action: 'audit-log.export', subject: 'audit-log', after: query }
      await writeAudit(db, actAudit(admin, request, act))
      const read = (cursorId: bigint | null) => searchAudit(db, filter, { cursorId, limit: ROWS_PER_READ })
      return {
        fileName: `truestrike-audit-log-${new Date(atMs).toISOString().slice(0, 10)}.csv`,
        contentType: CSV_TYPE,
        pieces: linesOf(read, wordsOf),
      }
    },

    async getChain() {
      const [newest, check] = await Promise.all([getNewestAudit(db), getLastAuditCheck(db)])
      return {
        newest: newest === null ? null : markOf(newest.id, newest.hash),
        lastCheck:
          check === null
            ? null
            : {
                ...{ timeMs: Number(check.atMs), rows: Number(check.rows), fault: check.fault },
                newest: markOf(check.newestId, check.newestHash),
              },
      }
    },
  }
}

/** Who is meant by a search, and what those are called who acted or were acted on. */
function createPeople({ db, users }: Pick<AuditSearchParts, 'db' | 'users'>) {
  async function readFilter(query: FilterQuery): Promise<{ filter: AuditFilter; moreNames: boolean }> {
    const { who, actorKind = null, action, subject, fromMs = null, toMs = null } = query
    const found = who === undefined ? null : await findActors(who.trim())
    const text = subject?.trim()
    return {
      filter: {
        ...{ actorKind, actors: found, fromMs, toMs, action: action?.trim() ?? null },
        subject: text === undefined ? null : await findSubject(text),
      },
      moreNames: found?.hasMore ?? false,
    }
  }

  async function findSubject(text: string): Promise<AuditFilter['subject']> {
    const uid = UID_OF_USER.exec(text)?.[1]
    const userId = uid === undefined ? null : await users.findId(uid)
    return { text: userId === null ? text : `user:${userId}`, isWhole: /:[0-9]+$/.test(text) }
  }

  async function findActors(text: string) {
    const [adminIds, { userIds, hasMore }] = await Promise.all([
      listAdministratorIds(db, usernameKey(text), FOUND_MAX + 1),
      users.findUsers(text),
    ])
    return {
      ...{ adminIds: adminIds.slice(0, FOUND_MAX), userIds },
      hasMore: hasMore || adminIds.length > FOUND_MAX,
    }
  }

  async function wordsOf(rows: readonly AuditRow[]): Promise<Words> {
    const named = rows.flatMap(peopleNamedIn)
    const idsOf = (kind: 'admin' | 'user'): bigint[] => [
      ...rows.flatMap((row) => (row.actorKind === kind ? (row.actorId ?? []) : [])),
      ...named.flatMap((person) => (person.kind === kind ? person.id : [])),
    ]
    const [admins, people] = await Promise.all([
      listAdministratorNames(db, [...new Set(idsOf('admin'))]),
      users.namesOf([...new Set([...idsOf('user'), ...rows.flatMap((row) => userOf(row) ?? [])])]),
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

  return { readFilter, wordsOf }
}

/** The row of the user whom an entry is about; null: it is about something else. */
function userOf({ subject }: Pick<AuditRow, 'subject'>): bigint | null {
  const id = ROW_OF_USER.exec(subject)?.[1]
  return id === undefined ? null : BigInt(id)
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const markOf = (id: bigint | null, hash: Uint8Array | null) =>
  id === null || hash === null ? null : { id: id.toString(), hash: hexOf(hash) }
const jsonOf = (values: object | null): string | null => (values === null ? null : JSON.stringify(values))

async function* linesOf(
  read: (cursorId: bigint | null) => Promise<AuditRow[]>,
  wordsOf: (rows: readonly AuditRow[]) => Promise<Words>,
): AsyncGenerator<string> {
  yield CSV_START + csvLine(COLUMNS)
  let cursorId: bigint | null = null
  for (;;) {
    const rows: AuditRow[] = await read(cursorId)
    const { nameOf, subjectOf } = await wordsOf(rows)
    const lines = rows.map((row) => {
      const { id, atMs, actorKind, actorId, action, ip, before, after, hash } = row
      const actor = nameOf(row) ?? actorId?.toString() ?? null
      const cells = [actorKind, actor, action, subjectOf(row), ip, jsonOf(before), jsonOf(after), hexOf(hash)]
      return csvLine([{ number: id.toString() }, csvTime(atMs), ...cells])
    })
    if (lines.length > 0) yield lines.join('')
    cursorId = rows.at(-1)?.id ?? null
    if (rows.length < ROWS_PER_READ) return
  }
}
