// The embedded database that new installations begin with: made once for each set of migrations.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { keptFolder } from './kept-folder.mjs'
import { root } from './setup.mjs'

const MAKER = 'server/src/make-empty-database.ts'
/** What tells one empty database from another: its migrations, its engine, and how it is made. */
export const PARTS = [
  MAKER,
  'server/src/platform/drop-templates.ts',
  'server/migrations',
  'node_modules/@electric-sql/pglite/package.json',
]

/** The folder of the empty database, which nobody may change. */
export const emptyDatabase = () =>
  keptFolder('empty-database', PARTS, (folder) => {
    const { status } = spawnSync(process.execPath, [join(root, 'scripts/run-ts.mjs'), MAKER, folder], {
      cwd: root,
      stdio: 'inherit',
    })
    if (status !== 0) throw new Error('The empty database could not be made.')
  })
