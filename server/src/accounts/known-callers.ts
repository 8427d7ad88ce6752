import type { WalletChain } from '@truestrike/core/wallet/wallet-address.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { RequestInfo, UserAuthenticator } from '../platform/route.ts'
import { isSecretToken, sha256 } from '../platform/secret-token.ts'
import { createSharedLookups } from '../platform/shared-lookups.ts'
import { listOwnersOfDevices } from './devices.store.ts'
import { isKnownTo, knownDeviceOf, knownDeviceOfWallet, shownDevice } from './known-device.ts'
import type { LoginForm } from './login.service.ts'
import { CODE_COOKIES, deviceKnownTo, emailOf } from './mail-code-parts.ts'
import { getOpenReset } from './mail-codes.store.ts'
import { readTicket } from './sign-in-tickets.ts'

const LOOKUPS_PER_QUERY_MAX = 1024
const LOOKUPS_WAITING_MAX = 16_384

/**
 * Who is known by the caller's browser, whoever it is. One query at a time for all who ask: made-up cookies
 * in any number cost next to nothing.
 */
export function createKnownBrowsers(db: Db): UserAuthenticator['knownBrowser'] {
  const ownerOf = createSharedLookups<bigint | null>({
    perQueryMax: LOOKUPS_PER_QUERY_MAX,
    waitingMax: LOOKUPS_WAITING_MAX,
    find: (devices) =>
      listOwnersOfDevices(
        db,
        devices.map((device) => Buffer.from(device, 'base64url')),
      ),
    refuse: () => new AppError('SERVICE_UNAVAILABLE', undefined, 1),
  })
  return async (request) => {
    const deviceSha256 = shownDevice(request)
    if (deviceSha256 === null) return null
    const key = Buffer.from(deviceSha256).toString('base64url')
    const userId = await ownerOf(key)
    return userId === null ? null : { key, userId }
  }
}

export type KnownCallers = ReturnType<typeof createKnownCallers>

/** Whether the account that a call names, in each of the ways in, knows the caller's browser. */
export function createKnownCallers({ db, clock }: { db: Db; clock: Clock }) {
  const byEmail = async ({ email }: { email: string }, request: RequestInfo): Promise<boolean> =>
    (await deviceKnownTo(db, emailOf(email).key, request)) !== null
  return {
    byEmail,
    /** As a sign-in reads its form: a name goes with a password, else the address counts. */
    async byName({ username, password, email }: LoginForm, request: RequestInfo) {
      if (username !== undefined && password !== undefined)
        return (await knownDeviceOf(db, username, request)) !== null
      return email !== undefined && (await byEmail({ email }, request))
    },
    async byWallet(account: { chain: WalletChain; address: string }, request: RequestInfo) {
      return (await knownDeviceOfWallet(db, account, request)) !== null
    },
    /** Errors: SIGN_IN_EXPIRED. */
    async byTicket({ ticket }: { ticket: string }, request: RequestInfo) {
      const { userId } = await readTicket(db, ticket, request, clock.nowMs())
      return await isKnownTo(db, userId, request)
    },
    async byReset(_form: unknown, request: RequestInfo) {
      const browser = request.cookies[CODE_COOKIES.reset]
      if (!isSecretToken(browser)) return false
      const open = await getOpenReset(db, sha256(browser), clock.nowMs())
      return open !== null && (await isKnownTo(db, open.userId, request))
    },
  }
}
