// The embedded database that new installations begin with: made once for each set of migrations, kept in .cache.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from './setup.mjs'

const MAKER = 'server/src/make-empty-database.ts'
const PARTS = [MAKER, 'server/src/platform/drop-templates.ts']
const ENGINE = 'node_modules/@electric-sql/pglite/package.json'

/** Tells one set of migrations, and one engine, from another. */
function fingerprint() {
  const migrations = readdirSync(join(root, 'server/migrations')).sort()
  const files = [ENGINE, ...PARTS, ...migrations.map((name) => `server/migrations/${name}`)]
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex').slice(0, 16)
}

/** The folder of the empty database, which nobody may change. */
export function emptyDatabase() {
  const folder = join(root, '.cache', `empty-database-${fingerprint()}`)
  if (existsSync(folder)) return folder
  const draft = `${folder}.${process.pid}`
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/run-ts.mjs'), MAKER, draft], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The empty database could not be made.')
  try {
    renameSync(draft, folder)
  } catch (error) {
    // Another process may have been quicker.
    if (!existsSync(folder)) throw error
    rmSync(draft, { recursive: true, force: true })
  }
  removeOthers(folder)
  return folder
}

/** Those of earlier migrations: nobody begins with them any more. */
function removeOthers(folder) {
  for (const name of readdirSync(dirname(folder)))
    if (/^empty-database-[0-9a-f]{16}$/.test(name) && name !== basename(folder))
      rmSync(join(dirname(folder), name), { recursive: true, force: true })
}
