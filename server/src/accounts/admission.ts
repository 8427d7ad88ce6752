import { ensure } from '@truestrike/core/assert.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { RequestInfo } from '../platform/route.ts'
import { isSecretToken, type RandomBytes, sha256 } from '../platform/secret-token.ts'
import type { AddressClaim } from './address-claim.ts'
import { recordLogin } from './login-history.store.ts'
import {
  type OpenedSession,
  openSession,
  printable,
  SESSION_COOKIE,
  type SessionNow,
  type SessionOptions,
} from './open-session.ts'
import { revokeOldestSessions, revokeSessionShown } from './sessions.store.ts'
import { deleteTicket, type TicketRow } from './sign-in-tickets.store.ts'
import { issueChoice, issueTicket } from './sign-in-tickets.ts'
import { getTwoFactor } from './two-factor.store.ts'
import { isFrozenNow } from './user-standing.store.ts'
import { getUnprovedAccount, holdsEmail, holdsPassword, lockUser } from './users.store.ts'
import { holdsWallet } from './wallets.store.ts'

const SESSIONS_PER_USER_MAX = 50

interface Parts {
  db: Db
  clock: Clock
  random: RandomBytes
  addresses: AddressClaim
  /** Tells of sessions that have ended. */
  announce(sessionIds: readonly bigint[]): void
}

/** How a user comes in after his sign-in was checked. */
export function createAdmission({ db, clock, random, addresses, announce }: Parts) {
  /**
   * Opens a session, unless `hold` says what it waits for; what became of it is told to its owner. `newPasswordHash`: of who takes
   * the account of an unconfirmed address over.
   */
  async function admit(
    userId: bigint,
    request: RequestInfo,
    options: SessionOptions & { newPasswordHash?: string | undefined },
    hold: (sql: Sql, now: SessionNow) => Promise<AppError | null>,
  ): Promise<OpenedSession> {
    const now = { atMs: clock.nowMs(), speed: clock.speed, random }
    const { ip } = request
    const used = { atMs: now.atMs, method: options.method, ip, userAgent: printable(request.userAgent) }
    const { opened, held, ended } = await db.tx(async (sql) => {
      if (await isFrozenNow(sql, userId)) throw new AppError('USER_FROZEN')
      const held = await hold(sql, now)
      const byMail = held === null && options.method === 'email'
      const claimed = byMail
        ? await proveAddress(sql, addresses, { userId, request }, options.newPasswordHash)
        : []
      await recordLogin(sql, userId, { ...used, outcome: outcomeOf(held) })
      const opened = held === null ? await openSession(sql, userId, request, options, now) : null
      const oldest = await revokeOldestSessions(sql, userId, SESSIONS_PER_USER_MAX, now.atMs)
      const overwritten = opened === null ? [] : await endOverwritten(sql, request, options, now.atMs)
      return { held, opened, ended: [...claimed, ...oldest, ...overwritten] }
    })
    announce(ended)
    if (opened === null) throw ensure(held)
    return opened
  }

  return {
    /**
     * A new session after a checked sign-in; the oldest ones beyond 50 end. The one way in: whoever has two-factor sign-in
     * on gets a ticket for the second step instead. Errors: USER_FROZEN, TWO_FACTOR_REQUIRED with the ticket, LOGIN_FAILED
     * when the password was replaced meanwhile, CODE_INVALID when the address was, WALLET_NOT_FOUND when the wallet was
     * unlinked, ADDRESS_UNCONFIRMED with a ticket for `openByChoice`.
     */
    async open(userId: bigint, request: RequestInfo, options: SessionOptions): Promise<OpenedSession> {
      const { passwordHash, walletId, emailKey } = options
      return await admit(userId, request, options, async (sql, now) => {
        if (passwordHash !== undefined && !(await holdsPassword(sql, userId, passwordHash))) {
          throw new AppError('LOGIN_FAILED')
        }
        if (emailKey !== undefined && !(await holdsEmail(sql, userId, emailKey))) {
          throw new AppError('CODE_INVALID', { field: 'code' })
        }
        if (walletId != null && !(await holdsWallet(sql, walletId))) throw new AppError('WALLET_NOT_FOUND')
        const twoFactor = await getTwoFactor(sql, userId)
        if (twoFactor === null || twoFactor.confirmedAtMs === null)
          return await holdUndecided(sql, addresses, { userId, request }, options, now)
        return await issueTicket(sql, userId, request, options, now)
      })
    },
    /**
     * The same after the second step. `secondFactor` false: it was no longer asked for. Errors: SIGN_IN_EXPIRED when the ticket was
     * used meanwhile, ADDRESS_UNCONFIRMED.
     */
    async openByTicket(
      ticket: TicketRow,
      request: RequestInfo,
      secondFactor: boolean,
    ): Promise<OpenedSession> {
      const { userId } = ticket
      const options = optionsOf(ticket)
      return await admit(userId, request, options, async (sql, now) => {
        // Before the ticket: who ends the user's sign-ins holds him first.
        await lockUser(sql, userId)
        if (!(await deleteTicket(sql, ticket.id))) throw new AppError('SIGN_IN_EXPIRED')
        return secondFactor ? null : await holdUndecided(sql, addresses, { userId, request }, options, now)
      })
    },
    /**
     * The same after the choice about an unconfirmed address: by the password of the account (its hash), or by a new one. Errors:
     * SIGN_IN_EXPIRED when the ticket was used meanwhile or its question is no longer open, LOGIN_FAILED when the password was
     * replaced meanwhile.
     */
    async openByChoice(
      ticket: TicketRow,
      request: RequestInfo,
      choice: { passwordHash?: string; newPasswordHash?: string },
    ): Promise<OpenedSession> {
      const { userId, emailKey } = ticket
      const { passwordHash, newPasswordHash } = choice
      return await admit(userId, request, { ...optionsOf(ticket), newPasswordHash }, async (sql) => {
        await lockUser(sql, userId)
        const account = await getUnprovedAccount(sql, userId)
        const twoFactor = await getTwoFactor(sql, userId)
        const isOpen = account !== null && account.emailKey === emailKey && twoFactor?.confirmedAtMs == null
        if (!(await deleteTicket(sql, ticket.id)) || !isOpen) throw new AppError('SIGN_IN_EXPIRED')
        if (passwordHash !== undefined && !(await holdsPassword(sql, userId, passwordHash)))
          throw new AppError('LOGIN_FAILED')
        return null
      })
    },
  }
}

/** Answers the sessions that ended. */
async function proveAddress(
  sql: Sql,
  addresses: AddressClaim,
  proof: SignIn,
  newPasswordHash: string | undefined,
): Promise<bigint[]> {
  if (newPasswordHash !== undefined) return await addresses.takeOver(sql, proof, newPasswordHash)
  await addresses.confirm(sql, proof)
  return []
}

/** Of a sign-in without a second factor: the choice about its address that it waits for, or null. */
async function holdUndecided(
  sql: Sql,
  addresses: AddressClaim,
  { userId, request }: SignIn,
  options: SessionOptions,
  now: SessionNow,
): Promise<AppError | null> {
  if (options.method !== 'email') return null
  const account = await addresses.findUndecided(sql, { userId, request })
  return account === null ? null : await issueChoice(sql, { ...account, userId, options }, request, now)
}

interface SignIn {
  userId: bigint
  request: RequestInfo
}

function optionsOf({ remember, method, walletId, boundIp }: TicketRow): SessionOptions {
  return { remember, method, walletId, bindToAddress: boundIp !== null }
}

/** A browser's next session takes the cookie of the one before: that one could never be used, nor ended, from there again. */
async function endOverwritten(
  sql: Sql,
  request: RequestInfo,
  { bindToAddress }: SessionOptions,
  atMs: number,
): Promise<bigint[]> {
  const cookie = request.cookies[SESSION_COOKIE]
  if (bindToAddress || !isSecretToken(cookie)) return []
  return await revokeSessionShown(sql, sha256(cookie), atMs)
}

/** What the history says of a sign-in that was let in, or has to wait for this. */
function outcomeOf(held: AppError | null): 'signed-in' | 'code-asked' | 'choice-asked' {
  if (held === null) return 'signed-in'
  return held.code === 'ADDRESS_UNCONFIRMED' ? 'choice-asked' : 'code-asked'
}
