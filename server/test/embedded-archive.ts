import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Db } from '../src/platform/db.ts'
import { dropTemplates } from '../src/platform/drop-templates.ts'
import { migrate, readMigrations } from '../src/platform/migrate.ts'
import { openPglite, type PgliteDb } from '../src/platform/pglite-db.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Making a database anew takes two seconds, starting from the archive of an empty one a fraction. */
export function pgliteTemplate(): Promise<Blob> {
  return archiveOf('empty', dropTemplates)
}

/** The archive of a database as `prepare` leaves it, read once. */
async function archiveOf(name: string, prepare: (db: Db) => Promise<unknown>): Promise<Blob> {
  const known = archives.get(name)
  if (known !== undefined) return known
  const archive = new Blob([readFileSync(await archiveFileOf(name, prepare))])
  archives.set(name, archive)
  return archive
}
const archives = new Map<string, Blob>()

/** Its file, made once. */
async function archiveFileOf(name: string, prepare: (db: Db) => Promise<unknown>): Promise<string> {
  const manifest = readFileSync(`${ROOT}node_modules/@electric-sql/pglite/package.json`, 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const file = `${ROOT}.cache/pglite-${version}-${name}-slim.tar`
  if (existsSync(file)) return file
  const db = await openPglite(name === 'empty' ? {} : { template: await pgliteTemplate() })
  await prepare(db)
  const archive = await db.dump()
  await db.close()
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, archive)
  renameSync(draft, file)
  return file
}

/** Lays the database that new installations begin with into a server's data folder that has none. */
export async function layDatabase(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'database')
  if (existsSync(folder)) return
  const script = new URL('../../scripts/empty-database.mjs', import.meta.url).href
  const { emptyDatabase } = (await import(script)) as { emptyDatabase(): string }
  cpSync(emptyDatabase(), folder, { recursive: true })
}

/** The embedded database in memory, with no tables. */
export async function openEmpty(): Promise<PgliteDb> {
  return openArchive(await pgliteTemplate())
}

/** The embedded database in memory, with all migrations applied. */
export async function openMigrated(): Promise<PgliteDb> {
  return openArchive(await archiveOf(schemaName(), migrate))
}

/** Tells one set of migrations from another. */
export function schemaName(): string {
  const checksums = readMigrations().map(({ name, checksum }) => `${name} ${checksum}`)
  return createHash('sha256').update(checksums.join('\n')).digest('hex').slice(0, 16)
}

let engine: Promise<WebAssembly.Module> | undefined

declare global {
  // Node has it; its types name only the shapes.
  var WebAssembly: { compile(code: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module> }
}

async function openArchive(template: Blob): Promise<PgliteDb> {
  engine ??= WebAssembly.compile(readFileSync(`${ROOT}node_modules/@electric-sql/pglite/dist/pglite.wasm`))
  return openPglite({ template, wasmModule: await engine })
}
