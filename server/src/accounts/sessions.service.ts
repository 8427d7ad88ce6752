import { AppError } from '../platform/app-error.ts'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import { addressKey } from '../platform/http-address.ts'
import type { RequestInfo, UserAuthenticator } from '../platform/route.ts'
import { equalBytes, isSecretToken, type RandomBytes, sha256 } from '../platform/secret-token.ts'
import { createSharedLookups } from '../platform/shared-lookups.ts'
import type { AddressClaim } from './address-claim.ts'
import { createAdmission } from './admission.ts'
import { setOtherDevicesSignedOut } from './devices.store.ts'
import { createKnownBrowsers } from './known-callers.ts'
import { createOnlineUsers } from './online-users.ts'
import { SESSION_COOKIE } from './open-session.ts'
import { createSessionCache } from './session-cache.ts'
import {
  deleteSessionsExpiredBefore,
  type ExpiredSession,
  getSessionById,
  getSessions,
  listEndedAmong,
  listExpiredSessions,
  revokeOtherSessions,
  revokeSession,
  revokeSessionsOf,
  type SessionRow,
  setSessionSeen,
  setSessionsSeen,
} from './sessions.store.ts'
import { deleteTicketsExpiredBefore, deleteTicketsOf } from './sign-in-tickets.store.ts'

/** Bus subject; payload `{sessionId}` (decimal string): whoever serves this session stops doing so. */
const SESSIONS_ENDED = 'sessions.ended'

const SEEN_EVERY_MS = 60_000
/** A page that only listens is seen this often at least: twice before its user would count as gone. */
const LISTENER_SEEN_AFTER_MS = 2 * 60_000
/** Expired sessions one query reads. */
const EXPIRED_PER_READ = 1000
/** The id of none. */
const NO_SESSION = 0n
/** Sessions one query looks up, and look-ups that may wait for the next one. */
const LOOKUPS_PER_QUERY_MAX = 256
const LOOKUPS_WAITING_MAX = 8_192
/** How long ended sessions stay listed as login history: 90 days. */
const HISTORY_MS = 90 * 24 * 3_600_000

interface Parts {
  db: Db
  clock: Clock
  bus: Bus
  random: RandomBytes
  addresses: AddressClaim
}

type Alongside = (sql: Sql) => Promise<void>

export type SessionsService = ReturnType<typeof createSessionsService>

/** Users' sessions: an opaque token that counts only with its other half, the cookie or the address it is bound to. */
export function createSessionsService({ db, clock, bus, random, addresses }: Parts) {
  const { authenticator, forget, forgetAll } = createUserAuthenticator({ db, clock })
  /** The last one told of; what expired before this process began no longer has a socket here. */
  let swept: ExpiredSession = { id: 0n, expiresAtMs: BigInt(clock.nowMs()) }
  const cancels = [
    bus.subscribe(SESSIONS_ENDED, (payload) => {
      const { sessionId } = payload as { sessionId?: string }
      if (sessionId !== undefined) forget(sessionId)
    }),
    bus.onMissed(forgetAll),
  ]
  const announce = (ids: readonly bigint[]) => {
    for (const id of ids) {
      // The bus delivers a moment later: here the session must be gone when the call that ended it is answered.
      forget(id.toString())
      bus.publish(SESSIONS_ENDED, { sessionId: id.toString() })
    }
  }

  /**
   * Ends every session of a user but one, and every sign-in under way; the other devices are strange again. All in one
   * transaction with what `alongside` does. Answers how many ended.
   */
  async function endOthers(
    userId: bigint,
    keepId: bigint,
    alongside: Alongside = async () => {},
    keptDevice: Uint8Array | null = null,
  ): Promise<number> {
    const ended = await db.tx(async (sql) => {
      await alongside(sql)
      await deleteTicketsOf(sql, userId)
      await setOtherDevicesSignedOut(sql, userId, keepId, clock.nowMs(), keptDevice)
      return await revokeOtherSessions(sql, userId, keepId, clock.nowMs())
    })
    announce(ended)
    return ended.length
  }

  return {
    authenticator,
    ...createAdmission({ db, clock, random, addresses, announce }),
    /** Whose session this is, if it goes on and the caller holds its cookie or address; for calls that cannot bear a token. */
    async ownerOf(sessionId: bigint, request: RequestInfo): Promise<bigint | null> {
      const row = await getSessionById(db, sessionId)
      if (row === null || row.revokedAtMs !== null || !hasOtherHalf(row, request)) return null
      return clock.nowMs() < Number(row.expiresAtMs) ? row.userId : null
    },
    /** Ends one session. Its cookie stays, worthless: a late answer would delete that of the browser's next one. */
    async end(sessionId: bigint): Promise<void> {
      await revokeSession(db, sessionId, clock.nowMs())
      announce([sessionId])
    },
    /** Ends these of a user's sessions. */
    async endThese(userId: bigint, find: (sql: Sql, nowMs: number) => Promise<bigint[]>): Promise<number> {
      const ended = await db.tx(async (sql) => {
        const ids = await find(sql, clock.nowMs())
        return await revokeSessionsOf(sql, userId, ids, clock.nowMs())
      })
      announce(ended)
      return ended.length
    },
    /** As `endOthers`, keeping none: for a password that was forgotten. If the user was known by `keptDevice`, he still is. */
    endAll: (userId: bigint, alongside?: Alongside, keptDevice?: Uint8Array | null): Promise<number> =>
      endOthers(userId, NO_SESSION, alongside, keptDevice),
    endOthers,
    /** After the commit of a transaction that ended sessions by itself. */
    tellEnded: announce,
    ...createOnlineUsers({ db, clock }),
    /** Tells of sessions whose time ran out since the last sweep, so that open sockets of theirs end too. */
    async sweep(): Promise<void> {
      const untilMs = clock.nowMs()
      for (let full = true; full; ) {
        const expired = await listExpiredSessions(db, { after: swept, untilMs, limit: EXPIRED_PER_READ })
        announce(expired.map(({ id }) => id))
        swept = expired.at(-1) ?? swept
        full = expired.length === EXPIRED_PER_READ
      }
      await deleteTicketsExpiredBefore(db, untilMs)
      await deleteSessionsExpiredBefore(db, Math.floor(untilMs - HISTORY_MS * clock.speed))
    },
    close(): void {
      for (const cancel of cancels) cancel()
    },
  }
}

function createUserAuthenticator({ db, clock }: { db: Db; clock: Clock }) {
  const cache = createSessionCache(clock)
  // Calls of many users at once cost one query, not one each.
  const lookUp = createSharedLookups<SessionRow | null>({
    perQueryMax: LOOKUPS_PER_QUERY_MAX,
    waitingMax: LOOKUPS_WAITING_MAX,
    find: (tokens) => getSessions(db, tokens.map(sha256)),
    refuse: () => new AppError('SERVICE_UNAVAILABLE', undefined, 1),
  })
  /** Sessions that are being noted as seen. */
  const noting = new Map<bigint, Promise<void>>()

  function noteSeen(id: bigint, nowMs: number): Promise<void> {
    const under = noting.get(id)
    if (under !== undefined) return under
    const noted = setSessionSeen(db, id, nowMs).finally(() => noting.delete(id))
    noting.set(id, noted)
    return noted
  }

  async function load(token: string): Promise<SessionRow | null> {
    const known = cache.get(token)
    if (known) return known
    const row = await lookUp(token)
    if (row === null) return null
    const nowMs = clock.nowMs()
    if (nowMs - Number(row.lastSeenAtMs) > SEEN_EVERY_MS * clock.speed) {
      await noteSeen(row.id, nowMs)
    }
    cache.put(token, row)
    return row
  }

  const authenticator: UserAuthenticator = {
    knownBrowser: createKnownBrowsers(db),
    listEnded: (sessionIds) => listEndedAmong(db, sessionIds, clock.nowMs()),
    noteListening(sessionIds) {
      const atMs = clock.nowMs()
      const unlessSinceMs = Math.floor(atMs - LISTENER_SEEN_AFTER_MS * clock.speed)
      return setSessionsSeen(db, sessionIds, { atMs, unlessSinceMs })
    },
    async authenticate(token, request) {
      const row = isSecretToken(token) ? await load(token) : null
      if (row === null || !hasOtherHalf(row, request)) throw new AppError('UNAUTHORIZED')
      // Read before it ended, perhaps: asked last, as whoever is told of ends must have none pass behind him.
      const isOver = row.revokedAtMs !== null || cache.hasEnded(row.id)
      if (isOver || clock.nowMs() >= Number(row.expiresAtMs)) {
        throw new AppError('SESSION_EXPIRED')
      }
      return { kind: 'user', userId: row.userId, uid: row.uid, sessionId: row.id, signedInBy: row.method }
    },
  }
  return { authenticator, forget: cache.forget, forgetAll: cache.forgetAll }
}

function hasOtherHalf(row: SessionRow, request: RequestInfo): boolean {
  if (row.boundIp !== null) return row.boundIp === addressKey(request.ip)
  const cookie = request.cookies[SESSION_COOKIE]
  return row.cookieSha256 !== null && isSecretToken(cookie) && equalBytes(row.cookieSha256, sha256(cookie))
}
