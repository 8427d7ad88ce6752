import type { WalletChain } from '@truestrike/core/wallet/wallet-address.ts'
import type { WalletKind } from '@truestrike/protocol/wallet-endpoints.ts'
import type { Sql } from '../platform/db.ts'

export interface WalletRow {
  id: bigint
  chain: WalletChain
  address: string
  wallet: WalletKind | null
  linkedAtMs: bigint
  lastUsedAtMs: bigint | null
}

export interface NewWallet {
  userId: bigint
  chain: WalletChain
  address: string
  wallet: WalletKind | null
  atMs: number
}

export interface WalletOwner {
  userId: bigint
  walletId: bigint
}

/** The user a wallet signs in, or null. */
export async function getWalletOwner(
  sql: Sql,
  chain: WalletChain,
  address: string,
): Promise<WalletOwner | null> {
  const [row] = await sql.query<WalletOwner>(
    'select user_id as "userId", id as "walletId" from user_wallets where chain = $1 and address = $2',
    [chain, address],
  )
  return row ?? null
}

/** False: it was unlinked since. Holds off who would unlink it until the transaction ends. */
export async function holdsWallet(sql: Sql, walletId: bigint): Promise<boolean> {
  const rows = await sql.query('select 1 from user_wallets where id = $1 for key share', [walletId])
  return rows.length > 0
}

/** Whether a user gets in without a wallet: by a password, or by a code where mails are sent. */
export async function hasOtherWayIn(sql: Sql, userId: bigint, mailsSent: boolean): Promise<boolean> {
  const rows = await sql.query(
    'select 1 from users where id = $1 and (password_hash is not null or ($2 and email_key is not null))',
    [userId, mailsSent],
  )
  return rows.length > 0
}

/** Its number; null when the wallet is somebody's already. Waits for who is just linking it. */
export async function insertWallet(sql: Sql, wallet: NewWallet): Promise<bigint | null> {
  const [row] = await sql.query<{ id: bigint }>(
    `insert into user_wallets (user_id, chain, address, wallet, linked_at_ms) values ($1, $2, $3, $4, $5)
     on conflict (chain, address) do nothing returning id`,
    [wallet.userId, wallet.chain, wallet.address, wallet.wallet, wallet.atMs],
  )
  return row?.id ?? null
}

export async function touchWallet(
  sql: Sql,
  chain: WalletChain,
  address: string,
  atMs: number,
): Promise<void> {
  await sql.query('update user_wallets set last_used_at_ms = $3 where chain = $1 and address = $2', [
    chain,
    address,
    atMs,
  ])
}

/** In the order in which they were linked. */
export async function listUserWallets(sql: Sql, userId: bigint): Promise<WalletRow[]> {
  return await sql.query<WalletRow>(
    `select id, chain, address, wallet, linked_at_ms as "linkedAtMs", last_used_at_ms as "lastUsedAtMs"
     from user_wallets where user_id = $1 order by id`,
    [userId],
  )
}

export async function deleteUserWallet(sql: Sql, userId: bigint, walletId: bigint): Promise<void> {
  await sql.query('delete from user_wallets where user_id = $1 and id = $2', [userId, walletId])
}

/** False: there was none. */
export async function deleteUserWallets(sql: Sql, userId: bigint): Promise<boolean> {
  const rows = await sql.query('delete from user_wallets where user_id = $1 returning 1', [userId])
  return rows.length > 0
}

/** Whether the owner of a wallet has signed in from this device before. */
export async function isKnownWalletDevice(
  sql: Sql,
  chain: WalletChain,
  address: string,
  deviceSha256: Uint8Array,
): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from user_wallets w join user_devices d on d.user_id = w.user_id
     where w.chain = $1 and w.address = $2 and d.device_sha256 = $3 and d.signed_out_at_ms is null`,
    [chain, address, deviceSha256],
  )
  return rows.length > 0
}
