import type { Sql } from '../platform/db.ts'
import type { SignInMethod } from './open-session.ts'

export interface TicketRow {
  id: bigint
  userId: bigint
  cookieSha256: Uint8Array | null
  boundIp: string | null
  remember: boolean
  method: SignInMethod
  walletId: bigint | null
  /** Of a sign-in that waits for a choice about an unconfirmed address: where its code went. Null: it waits for the second step. */
  emailKey: string | null
  expiresAtMs: bigint
}

export interface NewTicket extends Omit<TicketRow, 'id' | 'expiresAtMs'> {
  ticketSha256: Uint8Array
  expiresAtMs: number
}

export async function insertTicket(sql: Sql, ticket: NewTicket): Promise<void> {
  await sql.query(
    `insert into sign_in_tickets (user_id, ticket_sha256, cookie_sha256, bound_ip, remember, method, expires_at_ms,
                                  wallet_id, email_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ticket.userId,
      ticket.ticketSha256,
      ticket.cookieSha256,
      ticket.boundIp,
      ticket.remember,
      ticket.method,
      ticket.expiresAtMs,
      ticket.walletId,
      ticket.emailKey,
    ],
  )
}

export async function getTicket(sql: Sql, ticketSha256: Uint8Array): Promise<TicketRow | null> {
  const [row] = await sql.query<TicketRow>(
    `select id, user_id as "userId", cookie_sha256 as "cookieSha256", bound_ip as "boundIp", remember, method,
            expires_at_ms as "expiresAtMs", wallet_id as "walletId", email_key as "emailKey"
     from sign_in_tickets where ticket_sha256 = $1`,
    [ticketSha256],
  )
  return row ?? null
}

/** False: it was used, or is no longer good for anything. */
export async function deleteTicket(sql: Sql, ticketId: bigint): Promise<boolean> {
  const rows = await sql.query('delete from sign_in_tickets where id = $1 returning 1', [ticketId])
  return rows.length > 0
}

/**
 * All but those that wait for a choice about an unconfirmed address: whoever made the account must not be able to keep the owner
 * of its address out by changing the password again and again.
 */
export async function deleteTicketsOf(sql: Sql, userId: bigint): Promise<void> {
  await sql.query('delete from sign_in_tickets where user_id = $1 and email_key is null', [userId])
}

export async function deleteTicketsOfWallet(sql: Sql, walletId: bigint): Promise<void> {
  await sql.query('delete from sign_in_tickets where wallet_id = $1', [walletId])
}

export async function deleteTicketsExpiredBefore(sql: Sql, beforeMs: number): Promise<void> {
  await sql.query('delete from sign_in_tickets where expires_at_ms < $1', [beforeMs])
}
