import { AppError } from '../platform/app-error.ts'
import type { Sql } from '../platform/db.ts'
import { addressKey } from '../platform/http-address.ts'
import type { RequestInfo } from '../platform/route.ts'
import { equalBytes, isSecretToken, newSecretToken, sha256 } from '../platform/secret-token.ts'
import type { SessionNow, SessionOptions } from './open-session.ts'
import { getTicket, insertTicket, type TicketRow } from './sign-in-tickets.store.ts'

/** The half of a ticket that the browser keeps. */
export const TICKET_COOKIE = 'ts_second_step'
const TICKET_LIFE_SECONDS = 300

/** Writes a ticket for the second step; the refusal that asks for it, to be thrown once the ticket is stored. */
export async function issueTicket(
  sql: Sql,
  userId: bigint,
  request: RequestInfo,
  options: SessionOptions,
  { atMs, speed, random }: SessionNow,
): Promise<AppError> {
  const ticket = newSecretToken(random)
  const cookie = options.bindToAddress ? null : newSecretToken(random)
  const expiresAtMs = Math.floor(atMs + TICKET_LIFE_SECONDS * 1000 * speed)
  await insertTicket(sql, {
    userId,
    ticketSha256: sha256(ticket),
    cookieSha256: cookie === null ? null : sha256(cookie),
    boundIp: cookie === null ? addressKey(request.ip) : null,
    remember: options.remember,
    method: options.method,
    walletId: options.walletId ?? null,
    expiresAtMs,
  })
  const kept =
    cookie === null
      ? []
      : [{ name: TICKET_COOKIE, value: cookie, httpOnly: true, maxAgeSeconds: TICKET_LIFE_SECONDS }]
  return new AppError('TWO_FACTOR_REQUIRED', { ticket, expiresAtMs }, undefined, kept)
}

/** The ticket with its other half. Errors: SIGN_IN_EXPIRED, for whatever is wrong with it. */
export async function readTicket(
  sql: Sql,
  ticket: string,
  request: RequestInfo,
  nowMs: number,
): Promise<TicketRow> {
  const row = isSecretToken(ticket) ? await getTicket(sql, sha256(ticket)) : null
  if (row === null || nowMs >= Number(row.expiresAtMs) || !hasOtherHalf(row, request)) {
    throw new AppError('SIGN_IN_EXPIRED')
  }
  return row
}

function hasOtherHalf(row: TicketRow, request: RequestInfo): boolean {
  if (row.boundIp !== null) return row.boundIp === addressKey(request.ip)
  const cookie = request.cookies[TICKET_COOKIE]
  return row.cookieSha256 !== null && isSecretToken(cookie) && equalBytes(row.cookieSha256, sha256(cookie))
}
