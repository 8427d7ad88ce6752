import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Db } from '../src/platform/db.ts'
import { migrate } from '../src/platform/migrate.ts'
import { openPostgres } from '../src/platform/postgres-db.ts'
import { openEmpty, openMigrated, schemaName } from './embedded-archive.ts'
import { seedWithoutPast } from './without-past.ts'

/** PostgreSQL of this test run, or undefined: then tests use the embedded database in memory. */
export const testDatabaseUrl: string | undefined = process.env.TEST_DATABASE_URL || undefined

/** A newcomer's run and what checks every change: of long scenarios a part, the whole of them in the full matrix. */
export const isShare = ['brief', 'share'].includes(process.env.TEST_PLAN ?? '')

/**
 * Of many cases alike, all; where they are shared out (`isShare`), one of `parts` on the embedded database and another one
 * on PostgreSQL.
 */
export function shareOf<T>(cases: readonly T[], parts = 2): T[] {
  if (!isShare) return [...cases]
  return cases.filter((_, at) => at % parts === Number(testDatabaseUrl !== undefined))
}

export interface TestDb {
  db: Db
  /** Where another thread reaches it by itself; null: it is in the memory of this one. */
  url: string | null
  /** Closes it and removes what was made for it. */
  drop(): Promise<void>
}

/** Tells the processes of one machine from those of another one that uses the same server. */
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 6)

/** A new database on a PostgreSQL server: with nothing in it, or a copy of another one that nobody is connected to. */
export async function createPostgresDatabase(
  serverUrl: string,
  template?: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `t_${HOST}_${process.pid}_${randomBytes(6).toString('hex')}`
  const keeper = await openPostgres(serverUrl, { connectionsMax: 1 })
  await keeper.exec(`create database ${name}${template === undefined ? '' : await copyOf(template, keeper)}`)
  return {
    url: databaseAt(serverUrl, name),
    drop: async () => {
      await keeper.exec(`drop database ${name} with (force)`)
      await keeper.close()
    },
  }
}

/** A server that does not wait for its disk copies files with less computing than it writes them to its log. */
async function copyOf(template: string, keeper: Db): Promise<string> {
  const [{ fsync }] = (await keeper.query('show fsync')) as [{ fsync: string }]
  return ` template ${template} strategy ${fsync === 'off' ? 'file_copy' : 'wal_log'}`
}

function databaseAt(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

const TEMPLATE_LOCK_KEY = 7_482_913_056n
const TEMPLATES_KEPT = 8

/** Removes databases of processes that are gone: a killed one, and the one each process had made ready for its next story. */
async function dropAbandoned(keeper: Db): Promise<void> {
  const made = await keeper.query<{ datname: string }>('select datname from pg_database where datname ~ $1', [
    `^t_${HOST}_[0-9]+_[0-9a-f]{12}$`,
  ])
  for (const { datname } of made)
    if (!isRunning(Number(datname.split('_')[2])))
      await keeper.exec(`drop database if exists ${datname} with (force)`)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The name of a database to copy from: migrated and then prepared, by whoever needs it first. */
async function templateOf(
  serverUrl: string,
  kind: string,
  prepare: (db: Db) => Promise<void>,
): Promise<string> {
  const name = `t_schema_${schemaName()}${kind}`
  const keeper = await openPostgres(serverUrl, { connectionsMax: 1 })
  try {
    await keeper.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK_KEY])
    await dropAbandoned(keeper)
    const known = await keeper.query<{ datname: string }>(
      "select datname from pg_database where datname like 't\\_schema\\_%' order by oid desc",
    )
    if (known.some(({ datname }) => datname === name)) return name
    // Another working copy may still use the newer ones.
    for (const { datname } of known.slice(TEMPLATES_KEPT))
      await keeper.exec(`drop database if exists ${datname}`)
    await keeper.exec(`drop database if exists ${name}_draft`)
    await keeper.exec(`create database ${name}_draft`)
    const db = await openPostgres(databaseAt(serverUrl, `${name}_draft`), { connectionsMax: 1 })
    await migrate(db)
      .then(() => prepare(db))
      .finally(() => db.close())
    // Only now has it the name that is looked for: a draft left behind is dropped by the next maker.
    await keeper.exec(`alter database ${name}_draft rename to ${name}`)
    return name
  } finally {
    await keeper.close()
  }
}

/** A database of its own with no tables: PostgreSQL when `TEST_DATABASE_URL` is set, else PGlite in memory. */
export async function openEmptyTestDb(): Promise<TestDb> {
  if (testDatabaseUrl === undefined) return openEmbedded(openEmpty)
  return openDatabaseOf(await createPostgresDatabase(testDatabaseUrl))
}

/** As `openEmptyTestDb`, with all migrations applied. */
export async function openTestDb(): Promise<TestDb> {
  if (testDatabaseUrl === undefined) return openEmbedded(openMigrated)
  const database = await (next ?? copyTemplate(testDatabaseUrl))
  // The disk copies the next one while this story runs.
  next = copyTemplate(testDatabaseUrl)
  next.catch(() => undefined)
  return openDatabaseOf(database)
}
let template: Promise<string> | undefined
let next: ReturnType<typeof createPostgresDatabase> | undefined

async function copyTemplate(serverUrl: string): ReturnType<typeof createPostgresDatabase> {
  template ??= templateOf(serverUrl, '', async () => {})
  return createPostgresDatabase(serverUrl, await template)
}

/** A database for processes that nobody asks for charts, as `layDatabase` gives the embedded one. */
export async function createDatabaseWithoutPast(
  serverUrl: string,
): ReturnType<typeof createPostgresDatabase> {
  return createPostgresDatabase(serverUrl, await templateOf(serverUrl, '_without_past', seedWithoutPast))
}

async function openEmbedded(open: () => Promise<Db>): Promise<TestDb> {
  const db = await open()
  return { db, url: null, drop: () => db.close() }
}

async function openDatabaseOf(database: { url: string; drop(): Promise<void> }): Promise<TestDb> {
  const db = await openPostgres(database.url)
  return { db, url: database.url, drop: () => db.close().then(database.drop) }
}
