import type { Sql } from '../platform/db.ts'

/** What an administrator did when he wrote; `note`: nothing else. */
export type NoteAct = 'note' | 'freeze' | 'unfreeze' | 'sign-out' | 'adjust-balance' | 'reset-two-factor'

export interface NewNote {
  userId: bigint
  adminId: bigint
  act: NoteAct
  text: string
  /** The administrator's own: the same one never makes a second note. */
  requestId: string
  atMs: number
}

/** False: the administrator used this request's id before. */
export async function insertNote(sql: Sql, note: NewNote): Promise<boolean> {
  const rows = await sql.query(
    `insert into user_notes (user_id, admin_id, act, text, request_id, created_ms) values ($1, $2, $3, $4, $5, $6)
    on conflict (admin_id, request_id) do nothing returning 1`,
    [note.userId, note.adminId, note.act, note.text, note.requestId, note.atMs],
  )
  return rows.length > 0
}

/** Whether an administrator's request wrote this very note. */
export async function isSameNote(sql: Sql, note: NewNote): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from user_notes where admin_id = $1 and request_id = $2 and user_id = $3 and act = $4 and text = $5`,
    [note.adminId, note.requestId, note.userId, note.act, note.text],
  )
  return rows.length > 0
}

export interface NoteRow {
  id: bigint
  adminId: bigint
  act: NoteAct
  text: string
  atMs: bigint
}

/** Newest first, older than `before`. */
export function listNotes(
  sql: Sql,
  userId: bigint,
  { before, limit }: { before: bigint | null; limit: number },
): Promise<NoteRow[]> {
  return sql.query<NoteRow>(
    `select id, admin_id as "adminId", act, text, created_ms as "atMs" from user_notes
    where user_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
    [userId, before, limit],
  )
}
