import type { Sql } from '../platform/db.ts'

const KEY = 'site'

export async function getSiteSettings(sql: Sql): Promise<unknown> {
  const [row] = await sql.query<{ value: unknown }>('select value from settings where key = $1', [KEY])
  return row?.value ?? null
}

export async function updateSiteSettings(sql: Sql, patch: object, atMs: number): Promise<void> {
  await sql.query(
    `insert into settings (key, value, updated_ms) values ($1, $2, $3)
     on conflict (key) do update
     set value = settings.value || excluded.value, version = settings.version + 1, updated_ms = excluded.updated_ms`,
    [KEY, patch, atMs],
  )
}
