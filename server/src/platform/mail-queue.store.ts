import { ensure } from '@truestrike/core/assert.ts'
import type { Sql } from './db.ts'

export interface QueuedMail {
  id: bigint
  kind: string
  sealed: string
  createdMs: bigint
  expiresMs: bigint
  /** This one included. */
  attempts: number
}

interface NewMail {
  kind: string
  sealed: string
  createdMs: number
  dueMs: number
  expiresMs: number
}

export async function insertMail(sql: Sql, mail: NewMail): Promise<bigint> {
  const [row] = await sql.query<{ id: bigint }>(
    `insert into mail_queue (kind, sealed, created_ms, due_ms, expires_ms) values ($1, $2, $3, $4, $5) returning id`,
    [mail.kind, mail.sealed, mail.createdMs, mail.dueMs, mail.expiresMs],
  )
  return ensure(row).id
}

/** When the last mail of a slot was due, or will be, and which one it is; held until the transaction ends. */
export async function lockSlot(sql: Sql, slot: string): Promise<{ dueMs: number; mailId: bigint | null }> {
  await sql.query('insert into mail_spacing (slot, due_ms) values ($1, 0) on conflict (slot) do nothing', [
    slot,
  ])
  const [row] = await sql.query<{ dueMs: bigint; mailId: bigint | null }>(
    'select due_ms as "dueMs", mail_id as "mailId" from mail_spacing where slot = $1 for update',
    [slot],
  )
  const { dueMs, mailId } = ensure(row)
  return { dueMs: Number(dueMs), mailId }
}

export async function setSlot(sql: Sql, slot: string, dueMs: number, mailId: bigint): Promise<void> {
  await sql.query('update mail_spacing set due_ms = $2, mail_id = $3 where slot = $1', [slot, dueMs, mailId])
}

export async function deleteSlotsBefore(sql: Sql, beforeMs: number): Promise<void> {
  await sql.query('delete from mail_spacing where due_ms < $1', [beforeMs])
}

/** Takes up to `limit` due mails, oldest first; nobody else gets them before `untilMs`. */
export async function claimMails(
  sql: Sql,
  { nowMs, untilMs, limit }: { nowMs: number; untilMs: number; limit: number },
): Promise<QueuedMail[]> {
  const rows = await sql.query<QueuedMail>(
    `update mail_queue set due_ms = $2, attempts = attempts + 1
     where id in (select id from mail_queue where due_ms <= $1 order by due_ms, id limit $3 for update skip locked)
     returning id, kind, sealed, created_ms as "createdMs", expires_ms as "expiresMs", attempts`,
    [nowMs, untilMs, limit],
  )
  return rows.sort((a, b) => Number(a.id - b.id))
}

/** All mails are due now: nobody has any. */
export async function releaseMails(sql: Sql, nowMs: number): Promise<void> {
  await sql.query('update mail_queue set due_ms = $1 where due_ms > $1', [nowMs])
}

/** Unless somebody else has it since. */
export async function postponeMail(sql: Sql, mail: QueuedMail, dueMs: number): Promise<void> {
  await sql.query('update mail_queue set due_ms = $3 where id = $1 and attempts = $2', [
    mail.id,
    mail.attempts,
    dueMs,
  ])
}

export async function deleteMail(sql: Sql, id: bigint): Promise<void> {
  await sql.query('delete from mail_queue where id = $1', [id])
}

/** Whether a mail of the kind is on its way. */
export async function holdsMailOf(sql: Sql, kind: string): Promise<boolean> {
  const rows = await sql.query('select 1 from mail_queue where kind = $1 limit 1', [kind])
  return rows.length > 0
}

/** Whether a mail on its way is sealed so. */
export async function holdsSealedMail(sql: Sql, beginning: string): Promise<boolean> {
  const rows = await sql.query('select 1 from mail_queue where starts_with(sealed, $1) limit 1', [beginning])
  return rows.length > 0
}
