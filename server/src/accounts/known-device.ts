import type { WalletChain } from '@truestrike/core/wallet/wallet-address.ts'
import type { Sql } from '../platform/db.ts'
import type { RequestInfo } from '../platform/route.ts'
import { isSecretToken, sha256 } from '../platform/secret-token.ts'
import { isKnownDevice, isKnownDeviceOfUser } from './devices.store.ts'
import { DEVICE_COOKIE } from './open-session.ts'
import { usernameKey } from './registration-fields.ts'
import { canonicalAddress } from './wallet-messages.ts'
import { isKnownWalletDevice } from './wallets.store.ts'

/** What the caller's browser says it is, by the hash of its cookie; whether anybody knows it is not asked. */
export function shownDevice(request: RequestInfo): Uint8Array | null {
  const shown = request.cookies[DEVICE_COOKIE]
  return isSecretToken(shown) ? sha256(shown) : null
}

/** The caller's device, by the hash of its cookie, when it is known to whom `isKnown` asks for; else null. */
export async function deviceKnownBy(
  request: RequestInfo,
  isKnown: (deviceSha256: Uint8Array) => Promise<boolean>,
): Promise<Uint8Array | null> {
  const deviceSha256 = shownDevice(request)
  return deviceSha256 !== null && (await isKnown(deviceSha256)) ? deviceSha256 : null
}

/** The caller's device when its owner has signed in from it before, by the hash of its cookie; else null. */
export function knownDeviceOf(sql: Sql, username: string, request: RequestInfo): Promise<Uint8Array | null> {
  return deviceKnownBy(request, (device) => isKnownDevice(sql, usernameKey(username), device))
}

/** As `knownDeviceOf`, of the owner of a wallet. Errors: WALLET_ADDRESS_INVALID. */
export async function knownDeviceOfWallet(
  sql: Sql,
  account: { chain: WalletChain; address: string },
  request: RequestInfo,
): Promise<Uint8Array | null> {
  const address = canonicalAddress(account)
  return await deviceKnownBy(request, (device) => isKnownWalletDevice(sql, account.chain, address, device))
}

/** As `knownDeviceOf`, by the user's row id. */
export function knownDeviceOfUser(
  sql: Sql,
  userId: bigint,
  request: RequestInfo,
): Promise<Uint8Array | null> {
  return deviceKnownBy(request, (device) => isKnownDeviceOfUser(sql, userId, device))
}

/** Whether the user has signed in from the caller's browser before. */
export async function isKnownTo(sql: Sql, userId: bigint, request: RequestInfo): Promise<boolean> {
  return (await knownDeviceOfUser(sql, userId, request)) !== null
}
