// `node scripts/run-ts.mjs server/src/make-empty-database.ts FOLDER`: the embedded database that new installations begin
// with, with every migration applied and nothing in it. The build makes it, so that a first start need not.
import { migrate } from './platform/migrate.ts'
import { openPglite } from './platform/pglite-db.ts'

const folder = process.argv[2]
if (folder === undefined) throw new Error('expected the folder to make')
const db = await openPglite({ dataDir: folder })
await migrate(db)
// Each is another three hundred files; the embedded engine makes no further databases from them.
await db.exec("update pg_database set datistemplate = false where datname like 'template_'")
for (const name of ['template0', 'template1']) await db.exec(`drop database ${name}`)
await db.close()
