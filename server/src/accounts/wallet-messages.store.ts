import type { WalletChain } from '@truestrike/core/wallet/wallet-address.ts'
import type { Sql } from '../platform/db.ts'

export interface NewWalletMessage {
  nonce: string
  purpose: 'login' | 'link' | 'prove'
  userId: bigint | null
  chain: WalletChain
  address: string
  browserSha256: Uint8Array
  message: string
  expiresAtMs: number
}

export interface TakenWalletMessage {
  chain: WalletChain
  address: string
  message: string
  expiresAtMs: bigint
}

/** Who presents a message, and for what. */
export interface WalletMessageUse {
  nonce: string
  purpose: 'login' | 'link' | 'prove'
  userId: bigint | null
  browserSha256: Uint8Array
}

export async function insertWalletMessage(sql: Sql, message: NewWalletMessage): Promise<void> {
  await sql.query(
    `insert into wallet_messages (nonce, purpose, user_id, chain, address, browser_sha256, message, expires_at_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      message.nonce,
      message.purpose,
      message.userId,
      message.chain,
      message.address,
      message.browserSha256,
      message.message,
      message.expiresAtMs,
    ],
  )
}

/** Uses the message up; null when it was used before, or never issued for this. Of two calls at once one gets it. */
export async function takeWalletMessage(
  sql: Sql,
  { nonce, purpose, userId, browserSha256 }: WalletMessageUse,
  atMs: number,
): Promise<TakenWalletMessage | null> {
  const [row] = await sql.query<TakenWalletMessage>(
    `update wallet_messages set used_at_ms = $5
     where nonce = $1 and purpose = $2 and user_id is not distinct from $3::bigint and browser_sha256 = $4
       and used_at_ms is null
     returning chain, address, message, expires_at_ms as "expiresAtMs"`,
    [nonce, purpose, userId, browserSha256, atMs],
  )
  return row ?? null
}

/** Lets a message that was used be presented once more, within its time. */
export async function releaseWalletMessage(
  sql: Sql,
  { nonce, purpose, userId, browserSha256 }: WalletMessageUse,
): Promise<void> {
  await sql.query(
    `update wallet_messages set used_at_ms = null
     where nonce = $1 and purpose = $2 and user_id is not distinct from $3::bigint and browser_sha256 = $4`,
    [nonce, purpose, userId, browserSha256],
  )
}

export async function wasWalletMessageIssued(
  sql: Sql,
  { nonce, purpose, userId, browserSha256 }: WalletMessageUse,
): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from wallet_messages
     where nonce = $1 and purpose = $2 and user_id is not distinct from $3::bigint and browser_sha256 = $4`,
    [nonce, purpose, userId, browserSha256],
  )
  return rows.length > 0
}

export async function deleteWalletMessagesExpiredBefore(sql: Sql, beforeMs: number): Promise<void> {
  await sql.query('delete from wallet_messages where expires_at_ms < $1', [beforeMs])
}
