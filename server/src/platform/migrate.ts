import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensure } from '@truestrike/core/assert.ts'
import type { Db, Sql, Tx } from './db.ts'
import { sqlState } from './db-error.ts'
import type { Log } from './log.ts'
import { isRestoreUnfinished } from './restore-guard.ts'
import { carryOutStep } from './start-step.ts'

export interface Migration {
  /** File name, `NNNN-name.sql`. */
  name: string
  number: number
  script: string
  /** SHA-256 of the file, hex. */
  checksum: string
}

export class MigrationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MigrationError'
  }
}

const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/
/** Key of the advisory lock that lets one process migrate at a time. */
const LOCK_KEY = 7_482_913_055n

/** Beside the bundle in the built server, in the workspace when run from source. */
function migrationsFolder(): string {
  const built = fileURLToPath(new URL('./migrations/', import.meta.url))
  return existsSync(built) ? built : fileURLToPath(new URL('../../migrations/', import.meta.url))
}

export function readMigrations(folder: string = migrationsFolder()): Migration[] {
  const migrations: Migration[] = []
  for (const name of readdirSync(folder).sort()) {
    const match = FILE_NAME.exec(name)
    if (match === null) continue
    const script = readFileSync(join(folder, name), 'utf8')
    const checksum = createHash('sha256').update(script).digest('hex')
    migrations.push({ name, number: Number(match[1]), script, checksum })
  }
  const numbers = new Set(migrations.map((migration) => migration.number))
  if (numbers.size !== migrations.length) throw new MigrationError('two migration files have the same number')
  return migrations
}

interface Applied {
  number: number
  name: string
  checksum: string
}

/** Refuses a database that is not of exactly this version's schema, and changes nothing. */
export async function checkMigrated(
  sql: Sql,
  migrations: readonly Migration[] = readMigrations(),
): Promise<void> {
  const applied = await readApplied(sql)
  checkApplied(applied, migrations)
  if (applied.length < migrations.length) {
    throw new MigrationError(
      'the database has an older schema than this version: use the version that runs it, or start this one on it first',
    )
  }
}

/** What was applied, ascending; none in a database that is not of this product. */
export async function listMigrations(sql: Sql): Promise<{ name: string; checksum: string }[]> {
  const applied = await readApplied(sql)
  return applied.sort((a, b) => a.number - b.number).map(({ name, checksum }) => ({ name, checksum }))
}

/**
 * Brings the schema forward, each file in its own transaction; returns the names it knows to have applied. Safe to call
 * from several processes at once: `log` says when this one waits for another. Refuses a database with a newer schema, and
 * one whose applied file differs from ours.
 */
export async function migrate(
  db: Db,
  migrations: readonly Migration[] = readMigrations(),
  log: Pick<Log, 'info'> | null = null,
): Promise<string[]> {
  if (await isRestoreUnfinished(db)) {
    throw new MigrationError(
      'a restore into this database was not finished: drop it, create it anew and restore the backup again',
    )
  }
  // Most starts find nothing to do and wait for no lock.
  const before = await readApplied(db)
  checkApplied(before, migrations)
  if (before.length === migrations.length) return []
  const done: string[] = []
  let hasWaited = false
  const onWait = (): void => {
    if (!hasWaited) log?.info({}, 'another process changes the schema: this one waits until it has')
    hasWaited = true
  }
  for (const migration of migrations) {
    const apply = () =>
      inLock(db, onWait, async (sql) => {
        checkApplied(await readApplied(sql), migrations)
        return applyOnce(sql, migration)
      })
    const applied = await carryOutStep(apply).catch(nameRefusal)
    if (applied) done.push(migration.name)
  }
  return done
}

const NOT_ALLOWED = '42501'

/** Since PostgreSQL 15 only the owner of a database may make tables in it. */
function nameRefusal(error: unknown): never {
  if (sqlState(error) !== NOT_ALLOWED) throw error
  throw new MigrationError(
    `DATABASE_URL: expected a user who may make tables there, best the owner of the database (${(error as Error).message})`,
  )
}

async function readApplied(sql: Sql): Promise<Applied[]> {
  const [found] = await sql.query<{ exists: boolean }>(
    "select to_regclass('schema_migrations') is not null as exists",
  )
  return found?.exists === true
    ? sql.query<Applied>('select number, name, checksum from schema_migrations')
    : []
}

function inLock<T>(db: Db, onWait: () => void, work: (sql: Tx) => Promise<T>): Promise<T> {
  return db.tx(async (sql) => {
    await takeLock(sql, onWait)
    await sql.query(
      `create table if not exists schema_migrations (
        number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`,
    )
    return work(sql)
  })
}

/** Another process may migrate for longer than a statement may last: the wait has the time that a migration as a whole has. */
async function takeLock(sql: Tx, onWait: () => void): Promise<void> {
  const [tried] = await sql.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [
    LOCK_KEY,
  ])
  if (tried?.taken === true) return
  onWait()
  const [before] = await sql.query<{ limit: string }>(`select current_setting('statement_timeout') as limit`)
  await sql.query('set local statement_timeout = 0')
  // A script: this side waits for its answer as long as for a migration's.
  await sql.exec(`select pg_advisory_xact_lock(${LOCK_KEY})`)
  await sql.query(`select set_config('statement_timeout', $1, true)`, [ensure(before).limit])
}

function checkApplied(applied: readonly Applied[], migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.number, migration]))
  for (const row of applied) {
    const ours = known.get(row.number)
    if (ours === undefined) {
      throw new MigrationError(
        `the database has a newer schema (${row.name}) than this version knows; run the newer version, or restore a backup`,
      )
    }
    if (ours.checksum !== row.checksum) {
      throw new MigrationError(
        `the migration ${row.name} was applied with another content than this version has; applied files never change`,
      )
    }
  }
}

async function applyOnce(sql: Tx, migration: Migration): Promise<boolean> {
  const rows = await sql.query('select 1 from schema_migrations where number = $1', [migration.number])
  if (rows.length > 0) return false
  await sql.exec(migration.script)
  await sql.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
    migration.number,
    migration.name,
    migration.checksum,
  ])
  return true
}
