import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Db } from '../src/platform/db.ts'
import { dropTemplates } from '../src/platform/drop-templates.ts'
import { migrate, readMigrations } from '../src/platform/migrate.ts'
import { openPglite, type PgliteDb } from '../src/platform/pglite-db.ts'
import { importScript } from './import-script.ts'
import { type FolderContent, LaidMemory, readFolder } from './laid-memory.ts'
import { runScript } from './run-script.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Making a database anew takes two seconds, starting from the archive of an empty one a fraction. */
export async function pgliteTemplate(): Promise<Blob> {
  template ??= new Blob([readFileSync(await emptyArchive())])
  return template
}
let template: Blob | undefined

const emptyArchive = (): Promise<string> => archiveFileOf('empty', dropTemplates)

/** The file with the archive of a database as `prepare` leaves it, made once. */
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

/** Lays a database of products without a past into a server's data folder that has none. */
export async function layDatabase(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'database')
  if (existsSync(folder)) return
  cpSync(join(await dataWithoutPast(), 'database'), folder, { recursive: true })
}

/** A data folder with such a database, made once from the one that new installations begin with. */
async function dataWithoutPast(): Promise<string> {
  const { emptyDatabase, PARTS } = await importScript<EmptyDatabases>('empty-database')
  const { keptFolder } = await importScript<KeptFolders>('kept-folder')
  return await keptFolder('data-without-past', [...PARTS, ...SEED], async (folder) => {
    cpSync(await emptyDatabase(), join(folder, 'database'), { recursive: true })
    const { code, output } = await runScript(['scripts/run-ts.mjs', SEED_COMMAND], { DATA_DIR: folder })
    if (code !== 0) throw new Error(`the database without a past was not made:\n${output}`)
  })
}
const SEED_COMMAND = 'server/test/seed-without-past-command.ts'
const SEED = [SEED_COMMAND, 'server/test/without-past.ts']

interface EmptyDatabases {
  PARTS: readonly string[]
  emptyDatabase(): Promise<string>
}

interface KeptFolders {
  keptFolder(
    name: string,
    sources: readonly string[],
    make: (folder: string) => Promise<void>,
  ): Promise<string>
}

/** The embedded database in memory, with no tables. */
export async function openEmpty(): Promise<PgliteDb> {
  return openArchive(await emptyArchive())
}

/** The embedded database in memory, with all migrations applied. */
export async function openMigrated(): Promise<PgliteDb> {
  migrated ??= archiveFileOf(schemaName(), migrate)
  return openArchive(await migrated)
}
let migrated: Promise<string> | undefined

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

async function openArchive(file: string): Promise<PgliteDb> {
  const content = contents.get(file) ?? readFolder(readFileSync(file))
  contents.set(file, content)
  engine ??= WebAssembly.compile(readFileSync(`${ROOT}node_modules/@electric-sql/pglite/dist/pglite.wasm`))
  return openPglite({ memory: new LaidMemory(content), wasmModule: await engine })
}
const contents = new Map<string, FolderContent>()
