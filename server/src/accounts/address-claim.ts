import type { Clock } from '../platform/clock.ts'
import type { Sql } from '../platform/db.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import { postEvent } from '../platform/outbox.ts'
import type { RequestInfo } from '../platform/route.ts'
import { tellAccountNews } from './account-news.ts'
import { setOtherDevicesSignedOut } from './devices.store.ts'
import { isKnownTo } from './known-device.ts'
import { spendCodesOf } from './mail-codes.store.ts'
import { auditOwnAct } from './own-act.ts'
import { revokeOtherSessions } from './sessions.store.ts'
import { deleteTicketsOf } from './sign-in-tickets.store.ts'
import { forgetTwoFactor } from './two-factor.store.ts'
import { getUnprovedAccount, setEmailProved, setPassword } from './users.store.ts'
import { deleteUserWallets } from './wallets.store.ts'

/** Outbox topic; payload `{userId, atMs}`: what somebody else may have put into the account before `atMs` is to go. */
export const ACCOUNT_CLAIMED = 'accounts.claimed'

/** The id of no session. */
const NO_SESSION = 0n

interface Parts {
  clock: Clock
  /** Null: this site sends no mails. */
  mails: MailQueue | null
  ownOrigin(origin: string | undefined): string
}

interface Proof {
  userId: bigint
  request: RequestInfo
}

/** A proof, and when it came to count: once whoever held the user had let him go. */
type Counted = Proof & { atMs: number }

type Undecided = NonNullable<Awaited<ReturnType<typeof getUnprovedAccount>>>

export type AddressClaim = ReturnType<typeof createAddressClaim>

/**
 * Whoever registers may name any address. The first code that comes back from it shows whose the account is: in a browser
 * the account knows, or with its second factor, the one who made it. Elsewhere it may be somebody who never made one, so the
 * owner of the address says which it is: by the password of the account nothing changes, by a new one nothing that was there
 * before may sign in any more (`docs/decisions/0031-proved-addresses.md`).
 */
export function createAddressClaim({ clock, mails, ownOrigin }: Parts) {
  async function note(sql: Sql, { userId, atMs, request }: Counted): Promise<void> {
    await postEvent(sql, ACCOUNT_CLAIMED, { userId: userId.toString(), atMs }, atMs)
    await auditOwnAct(sql, { userId, atMs, request, action: 'user.claim-address' })
  }

  /** Whether it had not been proved before; `isOwn`: by who has the account anyway, so that nothing else is written of it. */
  async function prove(sql: Sql, proof: Counted, isOwn: boolean): Promise<boolean> {
    if (!(await setEmailProved(sql, proof.userId, proof.atMs))) return false
    if (isOwn) await auditOwnAct(sql, { ...proof, action: 'user.confirm-address' })
    return true
  }

  const tell = (sql: Sql, { userId, atMs }: Counted): Promise<void> =>
    tellAccountNews(sql, mails, { userId, atMs, news: 'address-claimed', origin: ownOrigin(undefined) })

  return {
    /** By a code mailed there, by whoever has the account anyway; in a transaction that holds the user. */
    async confirm(sql: Sql, proof: Proof): Promise<void> {
      await prove(sql, { ...proof, atMs: clock.nowMs() }, true)
    },

    /** What a sign-in by a mailed code has to ask about before it opens a session in this browser; null: nothing. */
    async findUndecided(sql: Sql, { userId, request }: Proof): Promise<Undecided | null> {
      const account = await getUnprovedAccount(sql, userId)
      return account === null || (await isKnownTo(sql, userId, request)) ? null : account
    },

    /**
     * The owner of the address chose a new password, as the account may be somebody else's making. In the transaction that opens a
     * session and holds the user, before the session is written. Answers the sessions that ended.
     */
    async takeOver(sql: Sql, { userId, request }: Proof, passwordHash: string): Promise<bigint[]> {
      const atMs = clock.nowMs()
      const proof = { userId, request, atMs }
      await spendCodesOf(sql, userId, atMs)
      await prove(sql, proof, false)
      await setPassword(sql, userId, passwordHash, atMs)
      await deleteUserWallets(sql, userId)
      await forgetTwoFactor(sql, userId)
      await note(sql, proof)
      await tell(sql, proof)
      await deleteTicketsOf(sql, userId)
      await setOtherDevicesSignedOut(sql, userId, NO_SESSION, atMs)
      return await revokeOtherSessions(sql, userId, NO_SESSION, atMs)
    },

    /**
     * In the transaction of a forgotten password, which holds the user and ends all sessions by itself. Two-factor sign-in stays: nobody gets in
     * without its code. `known`: asked in a browser the account knew.
     */
    async reset(sql: Sql, asked: Proof, known: boolean): Promise<void> {
      const proof = { ...asked, atMs: clock.nowMs() }
      if (!(await prove(sql, proof, known)) || known) return
      const hadWallets = await deleteUserWallets(sql, proof.userId)
      await note(sql, proof)
      if (hadWallets) await tell(sql, proof)
    },
  }
}
