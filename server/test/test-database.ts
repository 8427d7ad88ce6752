import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Db } from '../src/platform/db.ts'
import { migrate } from '../src/platform/migrate.ts'
import { openPglite } from '../src/platform/pglite-db.ts'
import { openPostgres } from '../src/platform/postgres-db.ts'

/** PostgreSQL of this test run, or undefined: then tests use the embedded database in memory. */
export const testDatabaseUrl: string | undefined = process.env.TEST_DATABASE_URL || undefined

/** Making a database anew takes two seconds, starting from the archive of an empty one a fraction. */
export async function pgliteTemplate(): Promise<Uint8Array> {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const manifest = readFileSync(`${root}node_modules/@electric-sql/pglite/package.json`, 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const file = `${root}.cache/pglite-${version}-empty.tar`
  if (existsSync(file)) return readFileSync(file)
  const db = await openPglite({})
  const archive = await db.dump()
  await db.close()
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, archive)
  renameSync(draft, file)
  return archive
}

export interface TestDb {
  db: Db
  /** Closes it and removes what was made for it. */
  drop(): Promise<void>
}

/** A new database on a PostgreSQL server, with nothing in it. */
export async function createPostgresDatabase(
  serverUrl: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `t_${process.pid}_${randomBytes(6).toString('hex')}`
  const keeper = await openPostgres(serverUrl, { connectionsMax: 1 })
  await keeper.exec(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: async () => {
      await keeper.exec(`drop database ${name} with (force)`)
      await keeper.close()
    },
  }
}

/** A database of its own with no tables: PostgreSQL when `TEST_DATABASE_URL` is set, else PGlite in memory. */
export async function openEmptyTestDb(): Promise<TestDb> {
  if (testDatabaseUrl === undefined) {
    const db = await openPglite({ template: await pgliteTemplate() })
    return { db, drop: () => db.close() }
  }
  const database = await createPostgresDatabase(testDatabaseUrl)
  const db = await openPostgres(database.url)
  return { db, drop: () => db.close().then(database.drop) }
}

/** As `openEmptyTestDb`, with all migrations applied. */
export async function openTestDb(): Promise<TestDb> {
  const opened = await openEmptyTestDb()
  try {
    await migrate(opened.db)
  } catch (error) {
    await opened.drop()
    throw error
  }
  return opened
}
