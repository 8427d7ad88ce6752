import { ensure } from '@truestrike/core/assert.ts'
import { DEFAULT_LOCALE } from '@truestrike/protocol/messages/locales.ts'
import type { WalletKind } from '@truestrike/protocol/wallet-endpoints.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import { type RandomBytes, randomText } from '../platform/secret-token.ts'
import { drawUid, giveInviteCode } from './registration.service.ts'
import { usernameKey } from './registration-fields.ts'
import { insertUser, type NewUser } from './users.store.ts'
import type { WalletAccount } from './wallet-messages.ts'
import { getWalletOwner, insertWallet, type WalletOwner } from './wallets.store.ts'

/** Beyond it something else than bad luck is at work. */
const DRAWS_MAX = 16
const TAIL_LENGTH = 6
/** When the tails of addresses are taken: so much of the tail, and so many letters by chance. Twenty signs in all. */
const SHORT_TAIL_LENGTH = 4
const CHANCE_LENGTH = 3
const CHANCE_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

interface Parts {
  db: Db
  clock: Clock
  random: RandomBytes
  /** Opens the balances of a new user inside the transaction that makes him. */
  openBalances(sql: Sql, userId: bigint): Promise<void>
}

interface FirstSignIn extends WalletAccount {
  wallet: WalletKind | null
  referredBy: bigint | null
}

export type CreateWalletUser = ReturnType<typeof createWalletUsers>

/** Two first sign-ins of one wallet at once: the slower one is undone. */
class WalletAlreadyKnown extends Error {}

/**
 * Makes the user of a wallet that nobody has: with balances and an invite code as at registration, without a password.
 * The terms are accepted by what was signed.
 */
export function createWalletUsers({ db, clock, random, openBalances }: Parts) {
  async function insertNamed(sql: Sql, first: FirstSignIn, nowMs: number): Promise<bigint> {
    for (let draw = 0; draw < DRAWS_MAX; draw++) {
      const username = walletUsername(first, draw, random)
      const user: Omit<NewUser, 'uid'> = {
        username,
        usernameKey: usernameKey(username),
        email: null,
        emailKey: null,
        passwordHash: null,
        loginType: 'wallet',
        referredBy: first.referredBy,
        termsAcceptedAtMs: nowMs,
        createdAtMs: nowMs,
        // The sign-in that follows tells his.
        locale: DEFAULT_LOCALE,
      }
      const id = await insertUser(sql, { ...user, uid: drawUid(random) })
      if (id !== null) return id
    }
    throw new Error('no free name found for a wallet user')
  }

  return async (first: FirstSignIn): Promise<WalletOwner & { isNewUser: boolean }> => {
    const nowMs = clock.nowMs()
    const { chain, address, wallet } = first
    try {
      const owner = await db.tx(async (sql) => {
        const id = await insertNamed(sql, first, nowMs)
        const walletId = await insertWallet(sql, { userId: id, chain, address, wallet, atMs: nowMs })
        if (walletId === null) throw new WalletAlreadyKnown()
        await giveInviteCode(sql, id, nowMs, random)
        await openBalances(sql, id)
        return { userId: id, walletId }
      })
      return { ...owner, isNewUser: true }
    } catch (error) {
      if (!(error instanceof WalletAlreadyKnown)) throw error
      return { ...ensure(await getWalletOwner(db, chain, address)), isNewUser: false }
    }
  }
}

/** `wallet_eth_`, `wallet_tron_` or `wallet_trust_` and the end of the address. */
function walletUsername({ chain, address, wallet }: FirstSignIn, draw: number, random: RandomBytes): string {
  const tail = chain === 'eth' ? address.toLowerCase() : address
  const ending =
    draw === 0
      ? tail.slice(-TAIL_LENGTH)
      : tail.slice(-SHORT_TAIL_LENGTH) + randomText(random, CHANCE_ALPHABET, CHANCE_LENGTH)
  return `wallet_${wallet === 'trust' ? 'trust' : chain}_${ending}`
}
