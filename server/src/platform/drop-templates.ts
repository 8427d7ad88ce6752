import type { Db } from './db.ts'

/** Each database of a PostgreSQL cluster is three hundred files. The embedded engine makes no further ones from its templates. */
export async function dropTemplates(db: Db): Promise<void> {
  await db.exec("update pg_database set datistemplate = false where datname like 'template_'")
  for (const name of ['template0', 'template1']) await db.exec(`drop database ${name}`)
  await db.exec('checkpoint')
}
