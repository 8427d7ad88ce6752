import type { Sql } from '../platform/db.ts'

/** Of a signed-in user: `email` for a new address, `prove` to show by the one he has that he is the owner. */
export type CodePurpose = 'login' | 'reset' | 'email' | 'prove'

export interface CodeRequest {
  purpose: CodePurpose
  emailSha256: Uint8Array
  address: string
  /** Only of a device the account's owner has signed in from before. */
  deviceSha256: Uint8Array | null
  /** The signed-in user it is good for alone; null: nobody is signed in. */
  userId: bigint | null
  atMs: number
}

export interface NewCode extends CodeRequest {
  browserSha256: Uint8Array
  codeSha256: Uint8Array
  attempts: number
  expiresAtMs: number
}

/** Clocks of two servers differ by less; rows further ahead are of a clock that was set back. */
const CLOCK_SPREAD_MS = 60_000

/** Codes of one mailbox, network address or user are counted one at a time. Always in this order: nobody waits in a ring. */
export async function lockCodes(sql: Sql, { emailSha256, address, userId }: CodeRequest): Promise<void> {
  const mailbox = Buffer.from(emailSha256).toString('hex')
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 33))', [mailbox])
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 34))', [address])
  if (userId !== null) await sql.query('select pg_advisory_xact_lock(hashint8extended($1, 35))', [userId])
}

export interface CodeTimes {
  /** When the last code for the mailbox was asked for; ms, null when not within the window. */
  lastMs: number | null
  /** The oldest of the newest `mailboxMax` codes; null while there are fewer. */
  mailboxFullSinceMs: number | null
  /** The same with `newOwnersMax`, of all users who ask for it as their new address; null for other codes. */
  claimedFullSinceMs: number | null
  /**
   * The same for the network address, of codes that no known device asked for, signed-in users' and others' apart; null
   * for a known device.
   */
  addressFullSinceMs: number | null
  /** The same for the user's new addresses, with `mailboxMax`. */
  userFullSinceMs: number | null
}

/**
 * A known device is counted by itself, wherever it is; so are codes by which a signed-in user proves his address, and those
 * of a new address for the user who asks: what others ask for keeps no owner from his codes.
 */
export async function readCodeTimes(
  sql: Sql,
  request: CodeRequest,
  limits: { sinceMs: number; mailboxMax: number; newOwnersMax: number; addressMax: number },
): Promise<CodeTimes> {
  const [row] = await sql.query<Record<keyof CodeTimes, bigint | null>>(
    `with recent as (
       select created_at_ms as at,
              email_sha256 = $1 and case $9
                when 'email' then purpose = 'email' and user_id = $8
                when 'prove' then purpose = 'prove' and device_sha256 is not distinct from $3::bytea
                else purpose in ('login', 'reset') and device_sha256 is not distinct from $3::bytea
              end as mailbox,
              $9 = 'email' and email_sha256 = $1 and purpose = 'email' as claimed,
              address = $2 and device_sha256 is null and $3::bytea is null
                and (purpose in ('email', 'prove')) = ($8::bigint is not null) as here,
              purpose = 'email' and user_id = $8 as own
       from mail_codes
       where created_at_ms > $4 and created_at_ms < $5 and (email_sha256 = $1 or address = $2 or user_id = $8)
     )
     select (select max(at) from recent where mailbox) as "lastMs",
            (select at from recent where mailbox order by at desc offset $6 limit 1) as "mailboxFullSinceMs",
            (select at from recent where claimed order by at desc offset $10 limit 1) as "claimedFullSinceMs",
            (select at from recent where here order by at desc offset $7 limit 1) as "addressFullSinceMs",
            (select at from recent where own order by at desc offset $6 limit 1) as "userFullSinceMs"`,
    [
      request.emailSha256,
      request.address,
      request.deviceSha256,
      limits.sinceMs,
      request.atMs + CLOCK_SPREAD_MS,
      limits.mailboxMax - 1,
      limits.addressMax - 1,
      request.userId,
      request.purpose,
      limits.newOwnersMax - 1,
    ],
  )
  const ms = (value: bigint | null | undefined): number | null => (value == null ? null : Number(value))
  return {
    lastMs: ms(row?.lastMs),
    mailboxFullSinceMs: ms(row?.mailboxFullSinceMs),
    claimedFullSinceMs: ms(row?.claimedFullSinceMs),
    addressFullSinceMs: ms(row?.addressFullSinceMs),
    userFullSinceMs: ms(row?.userFullSinceMs),
  }
}

export async function insertCode(sql: Sql, code: NewCode): Promise<void> {
  await sql.query(
    `insert into mail_codes (purpose, email_sha256, address, device_sha256, browser_sha256, code_sha256,
                             attempts_left, created_at_ms, expires_at_ms, user_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      code.purpose,
      code.emailSha256,
      code.address,
      code.deviceSha256,
      code.browserSha256,
      code.codeSha256,
      code.attempts,
      code.atMs,
      code.expiresAtMs,
      code.userId,
    ],
  )
}

interface TriedCode {
  id: bigint
  codeSha256: Uint8Array
}

export interface AskedCode {
  purpose: CodePurpose
  emailSha256: Uint8Array
  browserSha256: Uint8Array
  /** The signed-in user who enters it; null: nobody is. */
  userId: bigint | null
  nowMs: number
}

/** Uses up one attempt at this browser's code; null when there is none that counts. */
export async function tryCode(sql: Sql, asked: AskedCode): Promise<TriedCode | null> {
  const [row] = await sql.query<TriedCode>(
    `update mail_codes set attempts_left = attempts_left - 1
     where browser_sha256 = $1 and purpose = $2 and email_sha256 = $3 and attempts_left > 0
       and expires_at_ms > $4 and spent_at_ms is null and user_id is not distinct from $5
     returning id, code_sha256 as "codeSha256"`,
    [asked.browserSha256, asked.purpose, asked.emailSha256, asked.nowMs, asked.userId],
  )
  return row ?? null
}

/** False when somebody else was quicker. */
export async function spendCode(sql: Sql, codeId: bigint, atMs: number): Promise<boolean> {
  const rows = await sql.query(
    'update mail_codes set spent_at_ms = $2 where id = $1 and spent_at_ms is null returning 1',
    [codeId, atMs],
  )
  return rows.length > 0
}

/** Every code that stands for this user, new passwords too: none counts any more. Answers which ones there were. */
export async function spendCodesOf(sql: Sql, userId: bigint, atMs: number): Promise<bigint[]> {
  const rows = await sql.query<{ id: bigint }>(
    `update mail_codes set spent_at_ms = $2
     where id in (select id from mail_codes where user_id = $1 and spent_at_ms is null order by id for update)
     returning id`,
    [userId, atMs],
  )
  return rows.map(({ id }) => id)
}

/**
 * The code was right: until `untilMs` this browser may choose a new password. False when it did so already, and when the
 * user's address is another by now.
 */
export async function openReset(
  sql: Sql,
  codeId: bigint,
  { userId, emailKey, untilMs }: { userId: bigint; emailKey: string; untilMs: number },
): Promise<boolean> {
  const rows = await sql.query(
    `update mail_codes set user_id = $2, expires_at_ms = $3
     where id = $1 and spent_at_ms is null and user_id is null
       and exists (select 1 from users where id = $2 and email_key = $4 for share)
     returning 1`,
    [codeId, userId, untilMs, emailKey],
  )
  return rows.length > 0
}

/** Whose password this browser may choose; null when it may not, or no longer. */
export async function getOpenReset(
  sql: Sql,
  browserSha256: Uint8Array,
  nowMs: number,
): Promise<{ id: bigint; userId: bigint } | null> {
  const [row] = await sql.query<{ id: bigint; userId: bigint }>(
    `select id, user_id as "userId" from mail_codes
     where browser_sha256 = $1 and purpose = 'reset' and user_id is not null and spent_at_ms is null
       and expires_at_ms > $2`,
    [browserSha256, nowMs],
  )
  return row ?? null
}

export async function deleteCodesBefore(sql: Sql, beforeMs: number): Promise<void> {
  await sql.query('delete from mail_codes where created_at_ms < $1', [beforeMs])
}
