import type { Announcement } from '@truestrike/protocol/announcement-endpoints.ts'
import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import { numberOrNull } from '../platform/number-or-null.ts'
import type { AdminPrincipal, RequestInfo } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import {
  type AnnouncementContent,
  type AnnouncementRow,
  countTold,
  getAnnouncement,
  getAnnouncementOf,
  insertAnnouncement,
  listAnnouncements,
  setAnnouncementState,
  updateAnnouncement,
} from './announcements.store.ts'

const PAGE_DEFAULT = 20

/** Who acts, from where. */
interface Actor {
  admin: AdminPrincipal
  request: RequestInfo
}

/** And on which announcement, as he looked at it. */
export interface AnnouncementAct extends Actor {
  id: bigint | null
  version: number
}

export interface AnnouncementsParts {
  db: Db
  clock: Clock
  sendsMails: boolean
  administrators: { namesOf(ids: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> }
}

type ListQuery = {
  state?: Announcement['state'] | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** What the operator writes for all users, step by step; each with its entry of the audit log. */
export function createAnnouncementsService({ db, clock, sendsMails, administrators }: AnnouncementsParts) {
  async function toWire(rows: readonly AnnouncementRow[]): Promise<Announcement[]> {
    const names = await administrators.namesOf([...new Set(rows.map(({ authorId }) => authorId))])
    return rows.map((row) => wireOf(row, names.get(row.authorId) ?? ''))
  }
  const answer = async (row: AnnouncementRow) => ({ announcement: wireOf(row, await nameOf(row.authorId)) })
  const nameOf = async (id: bigint): Promise<string> => (await administrators.namesOf([id])).get(id) ?? ''

  const step = async (
    { id, version, ...actor }: AnnouncementAct,
    states: readonly AnnouncementRow['state'][],
    action: string,
    work: (sql: Sql, held: AnnouncementRow, nowMs: number) => Promise<AnnouncementRow>,
  ) => {
    const row = await db.tx(async (sql) => {
      const held = id === null ? null : await getAnnouncement(sql, id, true)
      if (held === null) throw new AppError('REVIEW_NOT_FOUND')
      if (!states.includes(held.state) || held.version !== version) throw new AppError('REVIEW_CONFLICT')
      const nowMs = clock.nowMs()
      const done = await work(sql, held, nowMs)
      const before = action === 'announcement.edit' ? factsOf(held) : { state: held.state }
      const after = action === 'announcement.edit' ? factsOf(done) : { state: done.state }
      await audit(sql, actor, { id: done.id, nowMs, action, before, after })
      return done
    })
    return await answer(row)
  }

  return {
    async list({ state, cursor, limit = PAGE_DEFAULT }: ListQuery) {
      const page = { state: state ?? null, cursorId: parseRowId(cursor), limit: limit + 1 }
      const rows = await listAnnouncements(db, page)
      const shown = rows.slice(0, limit)
      return {
        announcements: await toWire(shown),
        nextCursor: rows.length > limit ? (shown.at(-1)?.id.toString() ?? null) : null,
        sendsMails,
      }
    },

    /** Errors: REVIEW_NOT_FOUND. */
    async get(id: bigint | null) {
      const row = id === null ? null : await getAnnouncement(db, id)
      if (row === null) throw new AppError('REVIEW_NOT_FOUND')
      return { ...(await answer(row)), told: await countTold(db, row.id) }
    },

    /**
     * Errors: ANNOUNCEMENT_INCOMPLETE, ANNOUNCEMENT_PERIOD_INVALID also when it would be over, MAIL_NOT_CONFIGURED,
     * IDEMPOTENCY_MISMATCH when the same request has made another one.
     */
    async create(actor: Actor, requestId: string, content: AnnouncementContent) {
      checkContent(content, sendsMails)
      const authorId = actor.admin.adminId
      const row = await db.tx(async (sql) => {
        const nowMs = clock.nowMs()
        const { made, isNew } = await makeOnce(sql, { authorId, requestId, nowMs }, content)
        const after = factsOf(made)
        if (isNew) await audit(sql, actor, { id: made.id, nowMs, action: 'announcement.create', after })
        return made
      })
      return await answer(row)
    },

    /** Errors: those of `create`, REVIEW_NOT_FOUND, REVIEW_CONFLICT. */
    async edit(act: AnnouncementAct, content: AnnouncementContent) {
      checkContent(content, sendsMails)
      return await step(act, ['draft'], 'announcement.edit', (sql, { id }, nowMs) =>
        updateAnnouncement(sql, id, nowMs, content),
      )
    },

    /** Errors: REVIEW_NOT_FOUND, REVIEW_CONFLICT, ANNOUNCEMENT_PERIOD_INVALID when it would be over. */
    publish: (act: AnnouncementAct) =>
      step(act, ['draft'], 'announcement.publish', (sql, held, nowMs) => {
        admitEnd(held, nowMs)
        return setAnnouncementState(sql, held.id, 'published', nowMs)
      }),

    /** Errors: REVIEW_NOT_FOUND, REVIEW_CONFLICT. */
    withdraw: (act: AnnouncementAct) =>
      step(act, ['draft', 'published'], 'announcement.withdraw', (sql, { id }, nowMs) =>
        setAnnouncementState(sql, id, 'withdrawn', nowMs),
      ),
  }
}

function checkContent(
  { texts, fallback, fromMs, toMs, mail }: AnnouncementContent,
  sendsMails: boolean,
): void {
  if (texts[fallback] === undefined) throw new AppError('ANNOUNCEMENT_INCOMPLETE')
  if (toMs <= fromMs) throw new AppError('ANNOUNCEMENT_PERIOD_INVALID')
  if (mail !== null && !sendsMails) throw new AppError('MAIL_NOT_CONFIGURED')
}

/** The same request makes one. Errors: IDEMPOTENCY_MISMATCH, ANNOUNCEMENT_PERIOD_INVALID. */
async function makeOnce(
  sql: Sql,
  request: { authorId: bigint; requestId: string; nowMs: number },
  content: AnnouncementContent,
): Promise<{ made: AnnouncementRow; isNew: boolean }> {
  const made = await insertAnnouncement(sql, request, content)
  if (made !== null) {
    admitEnd(made, request.nowMs)
    return { made, isNew: true }
  }
  const known = await getAnnouncementOf(sql, request, content)
  if (known === null) throw new AppError('IDEMPOTENCY_MISMATCH')
  return { made: known, isNew: false }
}

/** What would be over tells nobody. */
function admitEnd({ toMs }: AnnouncementRow, nowMs: number): void {
  if (Number(toMs) <= nowMs) throw new AppError('ANNOUNCEMENT_PERIOD_INVALID')
}

function wireOf(row: AnnouncementRow, author: string): Announcement {
  const { id, state, version, texts, fallback, mail, mailed, fromMs, toMs, ...times } = row
  return {
    ...{ id: id.toString(), state, version, texts, fallback, mail, mailed, author },
    ...{ fromMs: Number(fromMs), toMs: Number(toMs), createdMs: Number(times.createdMs) },
    ...{ publishedMs: numberOrNull(times.publishedMs), withdrawnMs: numberOrNull(times.withdrawnMs) },
  }
}

const factsOf = ({ texts, fallback, fromMs, toMs, mail }: AnnouncementRow): object => ({
  ...{ texts, fallback, mail, fromMs: Number(fromMs), toMs: Number(toMs) },
})

async function audit(
  sql: Sql,
  { admin, request }: Actor,
  entry: { id: bigint; nowMs: number; action: string; before?: object; after: object },
): Promise<void> {
  const { id, nowMs, ...what } = entry
  await writeAudit(sql, {
    ...{ atMs: nowMs, actorKind: 'admin', actorId: admin.adminId, ip: request.ip },
    ...{ subject: `announcement:${id}`, ...what },
  })
}
