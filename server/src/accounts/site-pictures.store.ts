import type { Sql } from '../platform/db.ts'

const ADDRESS = /^\/uploads\/site\/([A-Za-z0-9_-]{22})\.webp$/

export const pictureAddress = (name: string): string => `/uploads/site/${name}.webp`
/** Null: no address of a picture of the site. */
export const pictureName = (address: string): string | null => ADDRESS.exec(address)?.[1] ?? null

export async function insertPicture(
  sql: Sql,
  { name, webp, nowMs }: { name: string; webp: Uint8Array; nowMs: number },
): Promise<void> {
  await sql.query('insert into site_pictures (name, webp, created_ms) values ($1, $2, $3)', [
    name,
    webp,
    nowMs,
  ])
}

export async function getPicture(sql: Sql, name: string): Promise<Uint8Array | null> {
  const [row] = await sql.query<{ webp: Uint8Array }>('select webp from site_pictures where name = $1', [
    name,
  ])
  return row?.webp ?? null
}

export async function hasPicture(sql: Sql, address: string): Promise<boolean> {
  const rows = await sql.query('select 1 from site_pictures where name = $1', [pictureName(address)])
  return rows.length > 0
}

/** What was uploaded and never named goes after a while; a version of the configuration keeps what it names. */
export async function deleteUnnamedPictures(sql: Sql, beforeMs: number): Promise<void> {
  await sql.query(
    `delete from site_pictures p where p.created_ms < $1
      and not exists (select 1 from config_versions v where v.value::text like '%' || p.name || '%')`,
    [beforeMs],
  )
}
