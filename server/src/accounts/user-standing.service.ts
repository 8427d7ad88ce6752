import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import { parseRowId } from '../platform/row-id.ts'
import { setOtherDevicesSignedOut } from './devices.store.ts'
import { spendCodesOf } from './mail-codes.store.ts'
import type { SessionsService } from './sessions.service.ts'
import { revokeOtherSessions, revokeSessionsOf } from './sessions.store.ts'
import { deleteTicketsOf } from './sign-in-tickets.store.ts'
import { insertNote, isSameNote, listNotes, type NewNote, type NoteAct } from './user-notes.store.ts'
import { holdStanding, type Standing, setStanding } from './user-standing.store.ts'

/** The id of none. */
const NO_SESSION = 0n

interface Parts {
  db: Db
  clock: Clock
  sessions: Pick<SessionsService, 'tellEnded'>
}

/** An administrator's act on a user, with why; the same request does nothing twice. */
export interface UserAct {
  userId: bigint
  adminId: bigint
  ip: string
  reason: string
  requestId: string
}

/**
 * What administrators do with accounts of users, and write of them. Errors of all acts: USER_NOT_FOUND, IDEMPOTENCY_MISMATCH;
 * REVIEW_CONFLICT when there is nothing (left) to do.
 */
export function createUserStandingService({ db, clock, sessions }: Parts) {
  /** `work` answers the sessions it ended, and what the audit log says; not called for a request that was carried out before. */
  async function act(
    kind: NoteAct,
    { userId, adminId, ip, reason, requestId }: UserAct,
    work: (
      sql: Sql,
      nowMs: number,
      standing: Standing,
    ) => Promise<{ ended: bigint[]; before?: object; after?: object }>,
  ): Promise<void> {
    const ended = await db.tx(async (sql) => {
      const standing = await holdStanding(sql, userId)
      if (standing === null) throw new AppError('USER_NOT_FOUND')
      const atMs = clock.nowMs()
      if (!(await addNote(sql, { userId, adminId, act: kind, text: reason.trim(), requestId, atMs })))
        return []
      const done = await work(sql, atMs, standing)
      await writeAudit(sql, {
        ...{ atMs, actorKind: 'admin', actorId: adminId, ip },
        ...{ action: `user.${kind}`, subject: `user:${userId}` },
        ...(done.before === undefined ? {} : { before: done.before }),
        after: { ...done.after, reason: reason.trim() },
      })
      return done.ended
    })
    sessions.tellEnded(ended)
  }

  const change = (kind: 'freeze' | 'unfreeze', to: Standing, asked: UserAct): Promise<void> =>
    act(kind, asked, async (sql, nowMs, before) => {
      if (before === to) throw new AppError('REVIEW_CONFLICT')
      await setStanding(sql, asked.userId, to)
      const { ended } = to === 'frozen' ? await endAll(sql, asked.userId, nowMs) : { ended: [] }
      return { ended, before: { status: before }, after: { status: to, sessionsEnded: ended.length } }
    })

  return {
    /** He is signed out everywhere at once, and can neither sign in, trade nor withdraw; open contracts end as they would. */
    freeze: (asked: UserAct): Promise<void> => change('freeze', 'frozen', asked),
    unfreeze: (asked: UserAct): Promise<void> => change('unfreeze', 'active', asked),

    /** One session, or all of them with every sign-in under way. */
    signOut: (asked: UserAct, session: string | null): Promise<void> =>
      act('sign-out', asked, async (sql, nowMs) => {
        const one = session === null ? null : (parseRowId(session) ?? NO_SESSION)
        // A code that somebody has shown is something to end, too, where nobody is signed in.
        const { ended, codes } =
          one === null
            ? await endAll(sql, asked.userId, nowMs)
            : { ended: await revokeSessionsOf(sql, asked.userId, [one], nowMs), codes: [] }
        if (ended.length + codes.length === 0) throw new AppError('REVIEW_CONFLICT')
        return { ended, after: { sessionsEnded: ended.length, which: session ?? 'all' } }
      }),

    /** A note beside the acts. */
    note: (asked: UserAct): Promise<void> => act('note', asked, async () => ({ ended: [] })),

    /** In the transaction of an act that is done elsewhere. */
    addNote,

    listNotes: (userId: bigint, page: { before: bigint | null; limit: number }) =>
      listNotes(db, userId, page),
  }
}

/** False: the same request wrote it before. Errors: IDEMPOTENCY_MISMATCH. */
async function addNote(sql: Sql, note: NewNote): Promise<boolean> {
  if (await insertNote(sql, note)) return true
  if (!(await isSameNote(sql, note))) throw new AppError('IDEMPOTENCY_MISMATCH')
  return false
}

/** Sessions, sign-ins under way, and what a browser may still do by a code it has shown; the user is held. */
async function endAll(
  sql: Sql,
  userId: bigint,
  nowMs: number,
): Promise<{ ended: bigint[]; codes: bigint[] }> {
  const codes = await spendCodesOf(sql, userId, nowMs)
  await deleteTicketsOf(sql, userId)
  await setOtherDevicesSignedOut(sql, userId, NO_SESSION, nowMs)
  return { ended: await revokeOtherSessions(sql, userId, NO_SESSION, nowMs), codes }
}
