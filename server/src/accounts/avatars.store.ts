import type { Sql } from '../platform/db.ts'

/** Puts it in the place of the one before. */
export async function putAvatar(
  sql: Sql,
  userId: bigint,
  { name, webp, atMs }: { name: string; webp: Uint8Array; atMs: number },
): Promise<void> {
  await sql.query(
    `insert into avatars (user_id, name, webp, created_at_ms) values ($1, $2, $3, $4)
     on conflict (user_id) do update
     set name = excluded.name, webp = excluded.webp, created_at_ms = excluded.created_at_ms`,
    [userId, name, webp, atMs],
  )
}

export async function deleteAvatar(sql: Sql, userId: bigint): Promise<void> {
  await sql.query('delete from avatars where user_id = $1', [userId])
}

export async function getAvatarBytes(sql: Sql, name: string): Promise<Uint8Array | null> {
  const [row] = await sql.query<{ webp: Uint8Array }>('select webp from avatars where name = $1', [name])
  return row?.webp ?? null
}
