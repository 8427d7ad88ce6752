import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Db } from '../src/platform/db.ts'
import { migrate, readMigrations } from '../src/platform/migrate.ts'
import { openPglite } from '../src/platform/pglite-db.ts'
import { openPostgres } from '../src/platform/postgres-db.ts'

/** PostgreSQL of this test run, or undefined: then tests use the embedded database in memory. */
export const testDatabaseUrl: string | undefined = process.env.TEST_DATABASE_URL || undefined

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Making a database anew takes two seconds, starting from the archive of an empty one a fraction. */
export function pgliteTemplate(): Promise<Uint8Array> {
  return archiveOf('empty', dropCopies)
}

/** Each database of a PostgreSQL cluster is three hundred files to unpack; tests need only the one they work in. */
async function dropCopies(db: Db): Promise<void> {
  await db.exec("update pg_database set datistemplate = false where datname like 'template_'")
  for (const name of ['template0', 'template1']) await db.exec(`drop database ${name}`)
  await db.exec('checkpoint')
}

/** The archive of a database as `prepare` leaves it, made once. */
async function archiveOf(name: string, prepare: (db: Db) => Promise<unknown>): Promise<Uint8Array> {
  const manifest = readFileSync(`${ROOT}node_modules/@electric-sql/pglite/package.json`, 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const file = `${ROOT}.cache/pglite-${version}-${name}-slim.tar`
  if (existsSync(file)) return readFileSync(file)
  const db = await openPglite(name === 'empty' ? {} : { template: await pgliteTemplate() })
  await prepare(db)
  const archive = await db.dump()
  await db.close()
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, archive)
  renameSync(draft, file)
  return archive
}

/** Tells one set of migrations from another. */
function schemaName(): string {
  const checksums = readMigrations().map(({ name, checksum }) => `${name} ${checksum}`)
  return createHash('sha256').update(checksums.join('\n')).digest('hex').slice(0, 16)
}

export interface TestDb {
  db: Db
  /** Closes it and removes what was made for it. */
  drop(): Promise<void>
}

/** A new database on a PostgreSQL server: with nothing in it, or a copy of another one that nobody is connected to. */
export async function createPostgresDatabase(
  serverUrl: string,
  template?: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `t_${process.pid}_${randomBytes(6).toString('hex')}`
  const keeper = await openPostgres(serverUrl, { connectionsMax: 1 })
  await keeper.exec(`create database ${name}${template === undefined ? '' : ` template ${template}`}`)
  return {
    url: databaseAt(serverUrl, name),
    drop: async () => {
      await keeper.exec(`drop database ${name} with (force)`)
      await keeper.close()
    },
  }
}

function databaseAt(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

const TEMPLATE_LOCK_KEY = 7_482_913_056n
const TEMPLATES_KEPT = 8

/** The name of a migrated database to copy from, made by whoever needs it first. */
async function migratedTemplate(serverUrl: string): Promise<string> {
  const name = `t_schema_${schemaName()}`
  const keeper = await openPostgres(serverUrl, { connectionsMax: 1 })
  try {
    await keeper.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK_KEY])
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
    await migrate(db).finally(() => db.close())
    // Only now has it the name that is looked for: a draft left behind is dropped by the next maker.
    await keeper.exec(`alter database ${name}_draft rename to ${name}`)
    return name
  } finally {
    await keeper.close()
  }
}

/** A database of its own with no tables: PostgreSQL when `TEST_DATABASE_URL` is set, else PGlite in memory. */
export async function openEmptyTestDb(): Promise<TestDb> {
  if (testDatabaseUrl === undefined) return openArchive(await pgliteTemplate())
  return openDatabaseOf(await createPostgresDatabase(testDatabaseUrl))
}

/** As `openEmptyTestDb`, with all migrations applied. */
export async function openTestDb(): Promise<TestDb> {
  if (testDatabaseUrl === undefined) return openArchive(await archiveOf(schemaName(), migrate))
  template ??= migratedTemplate(testDatabaseUrl)
  return openDatabaseOf(await createPostgresDatabase(testDatabaseUrl, await template))
}
let template: Promise<string> | undefined

let engine: Promise<WebAssembly.Module> | undefined

declare global {
  // Node has it; its types name only the shapes.
  var WebAssembly: { compile(code: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module> }
}

async function openArchive(archive: Uint8Array): Promise<TestDb> {
  engine ??= WebAssembly.compile(readFileSync(`${ROOT}node_modules/@electric-sql/pglite/dist/pglite.wasm`))
  const db = await openPglite({ template: archive, wasmModule: await engine })
  return { db, drop: () => db.close() }
}

async function openDatabaseOf(database: { url: string; drop(): Promise<void> }): Promise<TestDb> {
  const db = await openPostgres(database.url)
  return { db, drop: () => db.close().then(database.drop) }
}
