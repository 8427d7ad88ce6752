import type { Sql } from '../platform/db.ts'
import { addressKey } from '../platform/http-address.ts'
import type { CookieToSet, RequestInfo, UserPrincipal } from '../platform/route.ts'
import { isSecretToken, newSecretToken, type RandomBytes, sha256 } from '../platform/secret-token.ts'
import { deleteOldestDevices, insertDevice, touchDevice } from './devices.store.ts'
import { insertSession } from './sessions.store.ts'

export const SESSION_COOKIE = 'ts_session'
export const DEVICE_COOKIE = 'ts_device'

const HOUR_SECONDS = 3600
const SHORT_LIFE_SECONDS = 12 * HOUR_SECONDS
const REMEMBERED_LIFE_SECONDS = 30 * 24 * HOUR_SECONDS
const DEVICE_LIFE_SECONDS = 400 * 24 * HOUR_SECONDS
const DEVICES_PER_USER_MAX = 20
const USER_AGENT_LENGTH_MAX = 300

export interface SessionOptions {
  /** 30 days instead of 12 hours. */
  remember: boolean
  /** The token counts from this address only, and needs no cookie. */
  bindToAddress: boolean
  /** How the sign-in was checked, for its owner to read. */
  method: SignInMethod
  /** What the password was checked against: nobody gets in by one that was replaced meanwhile. */
  passwordHash?: string | null
  /** The address the code was mailed to: nobody gets in by one that was replaced meanwhile. */
  emailKey?: string
  /** The wallet that signed: nobody gets in by one that was unlinked meanwhile. */
  walletId?: bigint | null
}

export type SignInMethod = UserPrincipal['signedInBy']

export interface OpenedSession {
  token: string
  signedInBy: SignInMethod
  expiresAtMs: number
  cookies: CookieToSet[]
}

export interface SessionNow {
  atMs: number
  /** Service time runs this much faster than real time; sessions last in real time. */
  speed: number
  random: RandomBytes
}

/** Writes a new session of a user whose sign-in was checked; nothing secret in it comes from the caller. */
export async function openSession(
  sql: Sql,
  userId: bigint,
  request: RequestInfo,
  options: Omit<SessionOptions, 'passwordHash' | 'emailKey'>,
  { atMs, speed, random }: SessionNow,
): Promise<OpenedSession> {
  const lifeSeconds = options.remember ? REMEMBERED_LIFE_SECONDS : SHORT_LIFE_SECONDS
  const expiresAtMs = Math.floor(atMs + lifeSeconds * 1000 * speed)
  const token = newSecretToken(random)
  const cookie = options.bindToAddress ? null : newSecretToken(random)
  const userAgent = printable(request.userAgent)
  const seen = { userId, userAgent, ip: request.ip, atMs }
  const device = cookie === null ? null : await recogniseDevice(sql, request, seen, random)
  await insertSession(sql, {
    userId,
    tokenSha256: sha256(token),
    cookieSha256: cookie === null ? null : sha256(cookie),
    boundIp: cookie === null ? addressKey(request.ip) : null,
    deviceId: device?.id ?? null,
    userAgent,
    ip: request.ip,
    createdAtMs: atMs,
    expiresAtMs,
    method: options.method,
    walletId: options.walletId ?? null,
  })
  const cookies = cookiesOf(cookie, device?.token ?? null, options.remember)
  return { token, signedInBy: options.method, expiresAtMs, cookies }
}

function cookiesOf(session: string | null, device: string | null, remember: boolean): CookieToSet[] {
  const cookies: CookieToSet[] = []
  if (session !== null) {
    const life = remember ? { maxAgeSeconds: REMEMBERED_LIFE_SECONDS } : {}
    cookies.push({ name: SESSION_COOKIE, value: session, httpOnly: true, ...life })
  }
  if (device !== null) {
    cookies.push({ name: DEVICE_COOKIE, value: device, httpOnly: true, maxAgeSeconds: DEVICE_LIFE_SECONDS })
  }
  return cookies
}

/**
 * The device of the caller among the user's own, or a new one. A device cookie that is not one of this user's is
 * replaced: one that someone else planted must never become known.
 */
async function recogniseDevice(
  sql: Sql,
  request: RequestInfo,
  seen: { userId: bigint; userAgent: string; ip: string; atMs: number },
  random: RandomBytes,
): Promise<{ id: bigint; token: string }> {
  const shown = request.cookies[DEVICE_COOKIE]
  if (isSecretToken(shown)) {
    const id = await touchDevice(sql, { ...seen, deviceSha256: sha256(shown) })
    if (id !== null) return { id, token: shown }
  }
  const token = newSecretToken(random)
  const id = await insertDevice(sql, { ...seen, deviceSha256: sha256(token) })
  await deleteOldestDevices(sql, seen.userId, DEVICES_PER_USER_MAX)
  return { id, token }
}

/** Headers may hold anything; the database takes no NUL. */
export function printable(text: string): string {
  return text.replace(/[^\x20-\x7e\u00a0-\ud7ff\ue000-\uffff]/g, '').slice(0, USER_AGENT_LENGTH_MAX)
}
