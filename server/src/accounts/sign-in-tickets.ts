import { AppError } from '../platform/app-error.ts'
import type { Sql } from '../platform/db.ts'
import { addressKey } from '../platform/http-address.ts'
import type { CookieToSet, RequestInfo } from '../platform/route.ts'
import { equalBytes, isSecretToken, newSecretToken, sha256 } from '../platform/secret-token.ts'
import type { SessionNow, SessionOptions } from './open-session.ts'
import { getTicket, insertTicket, type TicketRow } from './sign-in-tickets.store.ts'

/** The half of a ticket that the browser keeps. */
export const TICKET_COOKIE = 'ts_second_step'
const TICKET_LIFE_SECONDS = 300
/** Time to look for an old password. */
const CHOICE_LIFE_SECONDS = 900

interface WaitingSignIn {
  userId: bigint
  options: Pick<SessionOptions, 'remember' | 'method' | 'walletId' | 'bindToAddress'>
  /** As of `TicketRow`. */
  emailKey: string | null
}

/** Writes a ticket for the second step; the refusal that asks for it, to be thrown once the ticket is stored. */
export async function issueTicket(
  sql: Sql,
  userId: bigint,
  request: RequestInfo,
  options: SessionOptions,
  now: SessionNow,
): Promise<AppError> {
  const { details, cookies } = await write(sql, { userId, options, emailKey: null }, request, now)
  return new AppError('TWO_FACTOR_REQUIRED', details, undefined, cookies)
}

/** Writes a ticket for the choice about an unconfirmed address. As `issueTicket`. */
export async function issueChoice(
  sql: Sql,
  waiting: WaitingSignIn & { username: string; createdAtMs: bigint },
  request: RequestInfo,
  now: SessionNow,
): Promise<AppError> {
  const { username, createdAtMs } = waiting
  const { details, cookies } = await write(sql, waiting, request, now)
  const account = { username, createdAtMs: Number(createdAtMs) }
  return new AppError('ADDRESS_UNCONFIRMED', { ...details, ...account }, undefined, cookies)
}

async function write(
  sql: Sql,
  { userId, options, emailKey }: WaitingSignIn,
  request: RequestInfo,
  { atMs, speed, random }: SessionNow,
): Promise<{ details: { ticket: string; expiresAtMs: number }; cookies: CookieToSet[] }> {
  const ticket = newSecretToken(random)
  const cookie = options.bindToAddress ? null : newSecretToken(random)
  const lifeSeconds = emailKey === null ? TICKET_LIFE_SECONDS : CHOICE_LIFE_SECONDS
  const expiresAtMs = Math.floor(atMs + lifeSeconds * 1000 * speed)
  await insertTicket(sql, {
    userId,
    ticketSha256: sha256(ticket),
    cookieSha256: cookie === null ? null : sha256(cookie),
    boundIp: cookie === null ? addressKey(request.ip) : null,
    remember: options.remember,
    method: options.method,
    walletId: options.walletId ?? null,
    emailKey,
    expiresAtMs,
  })
  const cookies =
    cookie === null
      ? []
      : [{ name: TICKET_COOKIE, value: cookie, httpOnly: true, maxAgeSeconds: lifeSeconds }]
  return { details: { ticket, expiresAtMs }, cookies }
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
