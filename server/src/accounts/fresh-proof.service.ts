import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { CookieToSet, RequestInfo, UserPrincipal } from '../platform/route.ts'
import type { AddressClaim } from './address-claim.ts'
import { isProved, setProved, spendProof } from './fresh-proof.store.ts'
import type { MailCodesService } from './mail-codes.service.ts'
import { spendCode, spendCodesOf } from './mail-codes.store.ts'
import { type PasswordCheck, wrongField } from './password-check.ts'
import type { SecondFactor } from './second-factor.ts'
import { getTwoFactor } from './two-factor.store.ts'
import { getEmailKey, getOwnAddress, holdsEmail } from './users.store.ts'
import type { SignedWalletMessage, WalletAccount, WalletMessages, WalletPurpose } from './wallet-messages.ts'
import { getWalletOwner } from './wallets.store.ts'

/** How long a proof waits for what it was given for; real time. */
const LIFE_MS = 5 * 60_000

export interface ProofForm {
  password?: string
  code?: string
  wallet?: SignedWalletMessage
  mailedCode?: string
}

interface Parts {
  db: Db
  clock: Clock
  checkPassword: PasswordCheck
  secondFactor: SecondFactor
  messages: WalletMessages
  codes: MailCodesService
  addresses: Pick<AddressClaim, 'confirm'>
}

export type FreshProof = ReturnType<typeof createFreshProof>

/**
 * Whose a session is, shown anew before it adds a way to sign in: a session left open, or stolen, must not be able to
 * stay for good. A proof counts for the session that gave it, for five minutes, and for one change.
 */
export function createFreshProof(parts: Parts) {
  const { db, clock, checkPassword, secondFactor, messages, codes } = parts
  const mailed = createMailedProof(parts)
  const sinceMs = (): number => Math.floor(clock.nowMs() - LIFE_MS * clock.speed)

  async function checkWallet(
    user: UserPrincipal,
    wallet: SignedWalletMessage | undefined,
    request: RequestInfo,
  ): Promise<void> {
    if (wallet === undefined) throw wrongField('wallet', 'required')
    const { chain, address } = await messages.redeem(proofOf(user), wallet, request)
    const owner = await getWalletOwner(db, chain, address)
    if (owner?.userId !== user.userId) throw new AppError('WALLET_NOT_FOUND')
  }

  async function checkMailed(user: UserPrincipal, code: string, request: RequestInfo): Promise<void> {
    const emailKey = await getEmailKey(db, user.userId)
    if (emailKey === null) throw wrongField('mailedCode', 'correct')
    await mailed.take(user, { emailKey, code }, request)
  }

  return {
    issue: (account: WalletAccount, user: UserPrincipal, request: RequestInfo) =>
      messages.issue(proofOf(user), account, request),

    /** Mails a code to the address he has. Errors: EMAIL_MISSING, those of `SendCode`. */
    async sendCode({ userId }: UserPrincipal, request: RequestInfo): Promise<CookieToSet> {
      const email = await getEmailKey(db, userId)
      if (email === null) throw new AppError('EMAIL_MISSING')
      return await codes.send('prove', email, request, userId)
    },

    /**
     * The password, and the code while two-factor sign-in is on; who has neither signs with a wallet of his, or enters a
     * code that was mailed to him. Errors: INVALID_PARAMETERS naming the field, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG,
     * ACCOUNT_LOCKED, WALLET_NOT_FOUND for a wallet that is not his, CODE_INVALID, those of a signed message.
     */
    async prove(user: UserPrincipal, form: ProofForm, request: RequestInfo): Promise<void> {
      const stored = await checkPassword(user.userId, form.password, request, 'password')
      const twoFactor = await getTwoFactor(db, user.userId)
      const asksCode = twoFactor !== null && twoFactor.confirmedAtMs !== null
      if (asksCode) await secondFactor.require(user.userId, form.code, request)
      const byMail = stored === null && !asksCode && form.mailedCode !== undefined
      if (byMail) await checkMailed(user, form.mailedCode ?? '', request)
      else if (stored === null && !asksCode) await checkWallet(user, form.wallet, request)
      await setProved(db, user.sessionId, { atMs: clock.nowMs(), byMail })
    },

    confirmEmail: mailed.confirm,

    /** Uses nothing up. `byMail` false: a mailed code is not enough. Errors: PROOF_REQUIRED. */
    async require({ sessionId }: UserPrincipal, { byMail } = { byMail: true }): Promise<void> {
      if (!(await isProved(db, sessionId, { sinceMs: sinceMs(), byMail })))
        throw new AppError('PROOF_REQUIRED')
    },

    /**
     * Uses the proof up, and the codes that were mailed on its strength, in the transaction of what it was given for.
     * Errors: PROOF_REQUIRED.
     */
    async spend(sql: Sql, { sessionId, userId }: UserPrincipal): Promise<void> {
      if (!(await spendProof(sql, sessionId, sinceMs()))) throw new AppError('PROOF_REQUIRED')
      await spendCodesOf(sql, userId, clock.nowMs())
    },

    /** Uses up what is left of a proof, if anything is: what it was given for is done. */
    async drop(sql: Sql, { sessionId }: UserPrincipal): Promise<void> {
      await spendProof(sql, sessionId, 0)
    },
  }
}

/** A code that was mailed to the user's own address: by it the address is his, whatever else it is for. */
function createMailedProof({ db, clock, codes, addresses }: Parts) {
  async function take(
    { userId }: UserPrincipal,
    { emailKey, code }: { emailKey: string; code: string },
    request: RequestInfo,
  ): Promise<void> {
    const codeId = await codes.proveOwn('prove', { userId, emailKey, code }, request)
    await db.tx(async (sql) => {
      const counts =
        (await holdsEmail(sql, userId, emailKey)) && (await spendCode(sql, codeId, clock.nowMs()))
      if (!counts) throw new AppError('CODE_INVALID', { field: 'code' })
      await addresses.confirm(sql, { userId, request })
    })
  }

  return {
    take,

    /**
     * Shows that the address is his, and nothing else. Once that is shown any code does: whoever has not heard the answer
     * asks again. Errors: EMAIL_MISSING, CODE_INVALID, ACCOUNT_LOCKED.
     */
    async confirm(user: UserPrincipal, code: string, request: RequestInfo): Promise<void> {
      const address = await getOwnAddress(db, user.userId)
      if (address === null) throw new AppError('EMAIL_MISSING')
      if (address.proved) return
      await take(user, { emailKey: address.key, code }, request).catch(async (error: unknown) => {
        // The same call, sent twice at a moment, may have used it up.
        const now = await getOwnAddress(db, user.userId)
        if (now?.key !== address.key || !now.proved) throw error
      })
    },
  }
}

const proofOf = ({ userId, uid }: UserPrincipal): WalletPurpose => ({ kind: 'prove', userId, uid })
