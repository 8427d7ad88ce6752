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
import { dropPassword, hasUnprovedEmail, setEmailProved } from './users.store.ts'
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

export type AddressClaim = ReturnType<typeof createAddressClaim>

/**
 * Whoever registers may name any address. The first code that comes back from it shows whose the account is: in a browser
 * the account knows, or with its second factor, the one who made it; elsewhere perhaps somebody who never made one, and
 * then nothing that was there before may sign in any more (`docs/decisions/0031-proved-addresses.md`).
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
    /** By a code mailed to him, in a session of his; in a transaction that holds the user. */
    async confirm(sql: Sql, proof: Proof): Promise<void> {
      await prove(sql, { ...proof, atMs: clock.nowMs() }, true)
    },

    /**
     * In the transaction that opens a session by a mailed code and holds the user, before the session is written. `secondFactor`: its code was
     * right. Answers the sessions that ended.
     */
    async signIn(sql: Sql, { userId, request }: Proof, secondFactor: boolean): Promise<bigint[]> {
      if (!(await hasUnprovedEmail(sql, userId))) return []
      const atMs = clock.nowMs()
      const proof = { userId, request, atMs }
      const isOwn = secondFactor || (await isKnownTo(sql, userId, request))
      if (!isOwn) await spendCodesOf(sql, userId, atMs)
      if (!(await prove(sql, proof, isOwn)) || isOwn) return []
      await dropPassword(sql, userId, atMs)
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
