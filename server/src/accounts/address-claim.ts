import { writeAudit } from '../platform/audit-log.ts'
import type { Sql } from '../platform/db.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import { postEvent } from '../platform/outbox.ts'
import type { RequestInfo } from '../platform/route.ts'
import { tellAccountNews } from './account-news.ts'
import { setOtherDevicesSignedOut } from './devices.store.ts'
import { isKnownTo } from './known-device.ts'
import { spendCodesOf } from './mail-codes.store.ts'
import { revokeOtherSessions } from './sessions.store.ts'
import { deleteTicketsOf } from './sign-in-tickets.store.ts'
import { forgetTwoFactor } from './two-factor.store.ts'
import { dropPassword, hasUnprovedEmail, setEmailProved } from './users.store.ts'
import { deleteUserWallets } from './wallets.store.ts'

/** Outbox topic; payload `{userId}`: what somebody else may have put into the account is to go. */
export const ACCOUNT_CLAIMED = 'accounts.claimed'

/** The id of no session. */
const NO_SESSION = 0n

interface Parts {
  /** Null: this site sends no mails. */
  mails: MailQueue | null
  ownOrigin(origin: string | undefined): string
}

interface Proof {
  userId: bigint
  atMs: number
  request: RequestInfo
}

export type AddressClaim = ReturnType<typeof createAddressClaim>

/**
 * Whoever registers may name any address. The first code that comes back from it shows whose the account is: in a browser
 * the account knows, or with its second factor, the one who made it; elsewhere perhaps somebody who never made one, and
 * then nothing that was there before may sign in any more (`docs/decisions/0031-proved-addresses.md`).
 */
export function createAddressClaim({ mails, ownOrigin }: Parts) {
  async function note(sql: Sql, { userId, atMs, request }: Proof): Promise<void> {
    await postEvent(sql, ACCOUNT_CLAIMED, { userId: userId.toString() }, atMs)
    await writeAudit(sql, {
      ...{ atMs, actorKind: 'user', actorId: userId, ip: request.ip },
      ...{ action: 'user.claim-address', subject: `user:${userId}` },
    })
  }

  const tell = (sql: Sql, { userId, atMs, request }: Proof): Promise<void> =>
    tellAccountNews(sql, mails, {
      ...{ userId, atMs, news: 'address-claimed' },
      ...{ locale: request.locale, origin: ownOrigin(undefined) },
    })

  return {
    /**
     * In the transaction that opens a session by a mailed code, before the session is written. `secondFactor`: its code was
     * right. Answers the sessions that ended.
     */
    async signIn(sql: Sql, proof: Proof, secondFactor: boolean): Promise<bigint[]> {
      const { userId, atMs, request } = proof
      if (!(await hasUnprovedEmail(sql, userId))) return []
      const isOwn = secondFactor || (await isKnownTo(sql, userId, request))
      // Codes, then the user, then what hangs on him: in the order of a changed address and of a new password.
      if (!isOwn) await spendCodesOf(sql, userId, atMs)
      if (!(await setEmailProved(sql, userId, atMs)) || isOwn) return []
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
     * In the transaction of a forgotten password, which ends all sessions by itself. Two-factor sign-in stays: nobody gets in
     * without its code. `known`: asked in a browser the account knew.
     */
    async reset(sql: Sql, proof: Proof, known: boolean): Promise<void> {
      if (!(await setEmailProved(sql, proof.userId, proof.atMs)) || known) return
      const hadWallets = await deleteUserWallets(sql, proof.userId)
      await note(sql, proof)
      if (hadWallets) await tell(sql, proof)
    },
  }
}
