import type { Sql } from '../platform/db.ts'
import type { RequestInfo } from '../platform/route.ts'
import { isSecretToken, sha256 } from '../platform/secret-token.ts'
import { isKnownDevice, isKnownDeviceOfUser } from './devices.store.ts'
import { DEVICE_COOKIE } from './open-session.ts'
import { usernameKey } from './registration-fields.ts'

/** The caller's device when its owner has signed in from it before, by the hash of its cookie; else null. */
export async function knownDeviceOf(
  sql: Sql,
  username: string,
  request: RequestInfo,
): Promise<Uint8Array | null> {
  const shown = request.cookies[DEVICE_COOKIE]
  if (!isSecretToken(shown)) return null
  const deviceSha256 = sha256(shown)
  return (await isKnownDevice(sql, usernameKey(username), deviceSha256)) ? deviceSha256 : null
}

/** Whether the user has signed in from the caller's browser before. */
export async function isKnownTo(sql: Sql, userId: bigint, request: RequestInfo): Promise<boolean> {
  const shown = request.cookies[DEVICE_COOKIE]
  return isSecretToken(shown) && (await isKnownDeviceOfUser(sql, userId, sha256(shown)))
}
