import type { Device, LoginRecord, SecurityOverview } from '@truestrike/protocol/security-endpoints.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { UserPrincipal } from '../platform/route.ts'
import { describeCaller } from './caller-description.ts'
import { countSignedIn, getSignInBefore, listDevicesOf, setDeviceSignedOut } from './devices.store.ts'
import { deleteOldLogins, listLoginsOf } from './login-history.store.ts'
import { spendCodesOf } from './mail-codes.store.ts'
import type { SessionsService } from './sessions.service.ts'
import { listDevicelessSession, listSessionsOfDevice } from './sessions.store.ts'
import { countRecoveryCodes, getTwoFactor } from './two-factor.store.ts'
import { getSecurityTimes, lockUser } from './users.store.ts'
import { withdrawalLock } from './withdrawal-lock.ts'

const HOUR_MS = 3_600_000
const HISTORY_MS = 90 * 24 * HOUR_MS
const PAGE_DEFAULT = 20
const BIGINT_MAX = 2n ** 63n - 1n

interface Parts {
  db: Db
  clock: Clock
  sessions: SessionsService
  sendsMails: boolean
}

export type DevicesService = ReturnType<typeof createDevicesService>

/** Who uses an account, and how it is protected, for its owner. */
export function createDevicesService({ db, clock, sessions, sendsMails }: Parts) {
  return {
    async getOverview(userId: bigint): Promise<SecurityOverview> {
      const nowMs = clock.nowMs()
      const [times, twoFactor, recoveryCodesLeft, devices] = await Promise.all([
        getSecurityTimes(db, userId),
        getTwoFactor(db, userId),
        countRecoveryCodes(db, userId),
        countSignedIn(db, userId, nowMs),
      ])
      if (times === null) throw new AppError('UNAUTHORIZED')
      const lock = withdrawalLock(times, clock)
      const on = twoFactor !== null && twoFactor.confirmedAtMs !== null
      return {
        hasPassword: times.hasPassword,
        proofEmail: sendsMails && !times.hasPassword && !on ? times.email : null,
        unconfirmedEmail: sendsMails && !times.emailProved ? times.email : null,
        twoFactor: { on, recoveryCodesLeft: on ? recoveryCodesLeft : 0 },
        devices,
        withdrawalsLockedUntilMs: lock?.untilMs ?? null,
        withdrawalsLockedBy: lock?.change ?? null,
      }
    },

    async listDevices({ userId, sessionId }: UserPrincipal): Promise<Device[]> {
      const rows = await listDevicesOf(db, userId, sessionId, clock.nowMs())
      return rows.map(({ id, ip, userAgent, firstSeenMs, lastSeenMs, ...row }) => ({
        ...row,
        id: id.toString(),
        firstSeenMs: Number(firstSeenMs),
        lastSeenMs: Number(lastSeenMs),
        ...describeCaller(ip, userAgent),
      }))
    },

    /** Ends what is signed in there; its owner is no longer known by it, signed in or not. Errors: NOT_FOUND, for one that is not the user's and for none alike. */
    async signOut(userId: bigint, { id: text, kind }: { id: string; kind: Device['kind'] }): Promise<void> {
      const id = BigInt(text)
      if (id > BIGINT_MAX) throw new AppError('NOT_FOUND')
      const ended = await sessions.endThese(userId, async (sql, nowMs) => {
        if (kind === 'client') return await listDevicelessSession(sql, id)
        if (!(await setDeviceSignedOut(sql, userId, id, nowMs))) throw new AppError('NOT_FOUND')
        return await listSessionsOfDevice(sql, id)
      })
      if (kind === 'client' && ended === 0) throw new AppError('NOT_FOUND')
    },

    /** Ends every other session, and what another browser may still do by a code it has shown. Answers how many ended. */
    async signOutOthers({ userId, sessionId }: UserPrincipal): Promise<number> {
      return await sessions.endOthers(userId, sessionId, async (sql) => {
        // Him first, as whoever uses a proof does.
        await lockUser(sql, userId)
        await spendCodesOf(sql, userId, clock.nowMs())
      })
    },

    listLogins: (userId: bigint, page: LoginsPage) => listLogins({ db, clock }, userId, page),

    /**
     * From where a user had signed in last at a time; null: nothing is known of it any more. `isNew`: the device had not
     * been used for this account before, and others had.
     */
    async signInBefore(userId: bigint, atMs: bigint) {
      const row = await getSignInBefore(db, userId, atMs)
      if (row === null) return null
      const { browser, system } = describeCaller(row.ip, row.userAgent)
      const isNew = row.firstSeenMs === null || (row.firstSeenMs >= row.atMs && row.hadOthers)
      return { browser, system, signedInMs: Number(row.atMs), firstSeenMs: row.firstSeenMs, isNew }
    },

    async prune(): Promise<void> {
      await deleteOldLogins(db, Math.floor(clock.nowMs() - HISTORY_MS * clock.speed))
    },
  }
}

interface LoginsPage {
  cursor?: string
  limit?: number
}

/** A page of sign-ins, right first steps and failures, newest first; `nextCursor` null on the last. */
async function listLogins(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  userId: bigint,
  { cursor, limit = PAGE_DEFAULT }: LoginsPage,
): Promise<{ logins: LoginRecord[]; nextCursor: string | null }> {
  const before = cursor === undefined ? null : BigInt(cursor)
  if (before !== null && before > BIGINT_MAX) throw new AppError('INVALID_PARAMETERS')
  const sinceMs = Math.floor(clock.nowMs() - HISTORY_MS * clock.speed)
  const rows = await listLoginsOf(db, userId, { before, sinceMs, limit: limit + 1 })
  const page = rows.slice(0, limit)
  return {
    logins: page.map(({ atMs, method, outcome, ip, userAgent }) => ({
      timeMs: Number(atMs),
      method,
      outcome,
      ...describeCaller(ip, userAgent),
    })),
    nextCursor: rows.length > limit ? (page.at(-1)?.id.toString() ?? null) : null,
  }
}
