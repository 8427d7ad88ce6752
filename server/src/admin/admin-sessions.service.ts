import { permissionsOf } from '@truestrike/protocol/permissions.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { AdminPrincipal, Authenticator, CookieToSet, RequestInfo } from '../platform/route.ts'
import {
  equalBytes,
  isSecretToken,
  newSecretToken,
  type RandomBytes,
  sha256,
} from '../platform/secret-token.ts'
import { createSharedLookups } from '../platform/shared-lookups.ts'
import {
  type AdminSessionRow,
  getAdminSessionById,
  getAdminSessions,
  insertAdminSession,
  type LiveSince,
  revokeAdminSession,
  setAdminSessionSeen,
} from './admin-sessions.store.ts'

const ADMIN_SESSION_COOKIE = 'ts_admin_session'

const IDLE_MAX_MS = 15 * 60_000
const LIFE_MS = 12 * 3_600_000
/** Being seen is written at most this often. */
const SEEN_EVERY_MS = 10_000
/** Sessions one query looks up, and look-ups that may wait for the next one. */
const LOOKUPS_PER_QUERY_MAX = 256
const LOOKUPS_WAITING_MAX = 8_192

interface Parts {
  db: Db
  clock: Clock
  random: RandomBytes
  /** Whether administrators may call from there. */
  isNetworkAllowed(ip: string): boolean
  isFactorRequired: boolean
}

/** Sessions by their tokens; those that are made up cost one query together, not one each. */
const createAdminLookups = (db: Db) =>
  createSharedLookups<AdminSessionRow | null>({
    perQueryMax: LOOKUPS_PER_QUERY_MAX,
    waitingMax: LOOKUPS_WAITING_MAX,
    find: (tokens) => getAdminSessions(db, tokens.map(sha256)),
    refuse: () => new AppError('SERVICE_UNAVAILABLE', undefined, 1),
  })

export type AdminSessionsService = ReturnType<typeof createAdminSessionsService>

/**
 * Sessions of administrators: as those of users in two halves, always with a cookie, over after 15 idle minutes: those in which
 * nobody touched a page, whatever the page asked by itself.
 */
export function createAdminSessionsService(parts: Parts) {
  const { db, clock, random } = parts
  const lookUp = createAdminLookups(db)

  const liveSince = (): LiveSince => {
    const nowMs = clock.nowMs()
    return { nowMs, idleSinceMs: Math.floor(nowMs - IDLE_MAX_MS * clock.speed) }
  }

  /** Errors: ADMIN_NETWORK_REFUSED. */
  function admitNetwork({ ip }: RequestInfo): void {
    if (!parts.isNetworkAllowed(ip)) throw new AppError('ADMIN_NETWORK_REFUSED')
  }

  /** Who it is of, if it goes on and the caller holds its cookie. */
  function principalOf(row: AdminSessionRow | null, request: RequestInfo): AdminPrincipal | null {
    const cookie = request.cookies[ADMIN_SESSION_COOKIE]
    const nowMs = clock.nowMs()
    if (
      row === null ||
      !isSecretToken(cookie) ||
      !equalBytes(row.cookieSha256, sha256(cookie)) ||
      nowMs >= Number(row.expiresAtMs) ||
      nowMs - Number(row.lastSeenAtMs) > IDLE_MAX_MS * clock.speed
    ) {
      return null
    }
    const { id: sessionId, username, role, mustChangePassword, adminId } = row
    return {
      ...{ kind: 'admin', adminId, sessionId, username, role, mustChangePassword },
      permissions: permissionsOf(role, row.permissions),
      mustSetUpTwoFactor: parts.isFactorRequired && !row.hasTwoFactor,
    }
  }

  const authenticator: Authenticator<AdminPrincipal> = {
    async authenticate(token, request) {
      admitNetwork(request)
      const row = isSecretToken(token) ? await lookUp(token) : null
      const principal = principalOf(row, request)
      if (row === null || principal === null) throw new AppError('ADMIN_SESSION_INVALID')
      const nowMs = clock.nowMs()
      if (!request.isUnattended && nowMs - Number(row.lastSeenAtMs) > SEEN_EVERY_MS * clock.speed) {
        await setAdminSessionSeen(db, row.id, nowMs)
      }
      return principal
    },
  }

  return {
    authenticator,
    admitNetwork,
    liveSince,
    /** Whose session this is, by its cookie alone: for calls that cannot bear a token. Does not count as being seen. */
    ownerOf: async (sessionId: bigint, request: RequestInfo): Promise<AdminPrincipal | null> =>
      parts.isNetworkAllowed(request.ip)
        ? principalOf(await getAdminSessionById(db, sessionId), request)
        : null,
    /** A new session after a checked sign-in, inside its transaction. */
    async open(
      sql: Sql,
      adminId: bigint,
      request: RequestInfo,
    ): Promise<{ token: string; cookie: CookieToSet }> {
      const token = newSecretToken(random)
      const cookie = newSecretToken(random)
      const atMs = clock.nowMs()
      await insertAdminSession(sql, {
        adminId,
        tokenSha256: sha256(token),
        cookieSha256: sha256(cookie),
        ip: request.ip,
        userAgent: request.userAgent,
        atMs,
        expiresAtMs: Math.floor(atMs + LIFE_MS * clock.speed),
      })
      return { token, cookie: { name: ADMIN_SESSION_COOKIE, value: cookie, httpOnly: true } }
    },
    async end(sql: Sql, { adminId, sessionId }: AdminPrincipal): Promise<CookieToSet> {
      await revokeAdminSession(sql, adminId, sessionId, clock.nowMs())
      return { name: ADMIN_SESSION_COOKIE, value: null, httpOnly: true }
    },
  }
}
