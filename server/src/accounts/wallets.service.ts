import { shortAddress } from '@truestrike/core/wallet/short-address.ts'
import type { LinkedWallet, WalletKind } from '@truestrike/protocol/wallet-endpoints.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import type { RequestInfo, UserPrincipal } from '../platform/route.ts'
import { tellAccountNews } from './account-news.ts'
import type { FreshProof } from './fresh-proof.service.ts'
import { auditOwnAct } from './own-act.ts'
import type { SessionsService } from './sessions.service.ts'
import { getSessionWallet, listSessionsOfWallet } from './sessions.store.ts'
import { deleteTicketsOfWallet } from './sign-in-tickets.store.ts'
import { lockUser } from './users.store.ts'
import type { SignedWalletMessage, WalletAccount, WalletMessages, WalletPurpose } from './wallet-messages.ts'
import {
  deleteUserWallet,
  hasOtherWayIn,
  insertWallet,
  listUserWallets,
  type WalletRow,
} from './wallets.store.ts'

const WALLETS_PER_USER_MAX = 10

interface Parts {
  db: Db
  clock: Clock
  messages: WalletMessages
  proofs: FreshProof
  sessions: Pick<SessionsService, 'endThese'>
  /** Null: this site sends no mails. */
  mails: MailQueue | null
  ownOrigin(origin: string | undefined): string
}

export interface LinkedWallets {
  wallets: LinkedWallet[]
  canUnlink: boolean
}

export type WalletsService = ReturnType<typeof createWalletsService>

/** The wallets a user signs in with: his address book. */
export function createWalletsService(parts: Parts) {
  const { db, clock, messages, proofs, sessions, mails } = parts
  const isLastWay = async (sql: Sql, userId: bigint, wallets: readonly WalletRow[]): Promise<boolean> =>
    wallets.length === 1 && !(await hasOtherWayIn(sql, userId, mails !== null))

  const list = async ({ userId, sessionId }: UserPrincipal): Promise<LinkedWallets> => {
    const wallets = await listUserWallets(db, userId)
    const here = await getSessionWallet(db, sessionId)
    return {
      wallets: wallets.map((wallet) => toWire(wallet, here)),
      canUnlink: !(await isLastWay(db, userId, wallets)),
    }
  }

  const tell = createTeller(parts)

  return {
    list,

    /** Only after a proof: nothing is signed in vain. Errors: PROOF_REQUIRED, WALLET_ADDRESS_INVALID. */
    async issue(account: WalletAccount, user: UserPrincipal, request: RequestInfo) {
      await proofs.require(user)
      return await messages.issue(linkOf(user), account, request)
    },

    /**
     * Uses the proof up. Linking what is linked already changes nothing. Errors: PROOF_REQUIRED, WALLET_TAKEN, WALLET_LIMIT, those
     * of `redeem`.
     */
    async link(
      signed: SignedWalletMessage & { wallet?: WalletKind },
      user: UserPrincipal,
      request: RequestInfo,
    ): Promise<LinkedWallets> {
      await proofs.require(user)
      const account = await messages.redeem(linkOf(user), signed, request)
      await db.tx(async (sql) => {
        await lockUser(sql, user.userId)
        const known = await listUserWallets(sql, user.userId)
        if (known.some(({ chain, address }) => chain === account.chain && address === account.address)) return
        if (known.length >= WALLETS_PER_USER_MAX)
          throw new AppError('WALLET_LIMIT', { max: WALLETS_PER_USER_MAX })
        await proofs.spend(sql, user)
        const wallet = { ...account, userId: user.userId, wallet: signed.wallet ?? null, atMs: clock.nowMs() }
        if ((await insertWallet(sql, wallet)) === null) throw new AppError('WALLET_TAKEN')
        await tell(sql, 'link', user, request, account)
      })
      mails?.hurry()
      return await list(user)
    },

    /**
     * Uses a proof up, and ends every session and sign-in that wallet began, this one too. The last way to sign in stays.
     * Errors: WALLET_NOT_FOUND, WALLET_LAST_SIGN_IN, PROOF_REQUIRED.
     */
    async unlink(walletId: bigint, user: UserPrincipal, request: RequestInfo): Promise<void> {
      await sessions.endThese(user.userId, async (sql) => {
        // Two at once must not both leave the other one's wallet as the last.
        await lockUser(sql, user.userId)
        const wallets = await listUserWallets(sql, user.userId)
        const wallet = wallets.find(({ id }) => id === walletId)
        if (wallet === undefined) throw new AppError('WALLET_NOT_FOUND')
        if (await isLastWay(sql, user.userId, wallets)) throw new AppError('WALLET_LAST_SIGN_IN')
        await proofs.spend(sql, user)
        // First, so that a sign-in with it under way is seen, or refused.
        await deleteUserWallet(sql, user.userId, walletId)
        await deleteTicketsOfWallet(sql, walletId)
        await tell(sql, 'unlink', user, request, wallet)
        return await listSessionsOfWallet(sql, user.userId, walletId)
      })
      mails?.hurry()
    },
  }
}

/** Tells the audit log and the owner. */
function createTeller({ clock, mails, ownOrigin }: Parts) {
  return async (
    sql: Sql,
    step: 'link' | 'unlink',
    user: UserPrincipal,
    request: RequestInfo,
    wallet: WalletAccount,
  ): Promise<void> => {
    const atMs = clock.nowMs()
    const { userId } = user
    await auditOwnAct(sql, {
      ...{ userId, atMs, request, action: `wallet.${step}` },
      after: { chain: wallet.chain, address: wallet.address },
    })
    await tellAccountNews(sql, mails, {
      ...{ userId, atMs, news: step === 'link' ? 'wallet-linked' : 'wallet-unlinked' },
      ...{ wallet: shortAddress(wallet.address), origin: ownOrigin(undefined) },
    })
  }
}

const linkOf = ({ userId, uid }: UserPrincipal): WalletPurpose => ({ kind: 'link', userId, uid })

function toWire(
  { id, linkedAtMs, lastUsedAtMs, ...wallet }: WalletRow,
  sessionWallet: bigint | null,
): LinkedWallet {
  return {
    ...wallet,
    id: id.toString(),
    isHere: id === sessionWallet,
    linkedAtMs: Number(linkedAtMs),
    lastUsedAtMs: lastUsedAtMs === null ? null : Number(lastUsedAtMs),
  }
}
