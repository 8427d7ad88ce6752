// `node scripts/run-ts.mjs server/src/make-empty-database.ts FOLDER`: the embedded database that new installations begin
// with, with every migration applied and nothing in it. The build makes it, so that a first start need not.
import { dropTemplates } from './platform/drop-templates.ts'
import { migrate } from './platform/migrate.ts'
import { openPglite } from './platform/pglite-db.ts'

const folder = process.argv[2]
if (folder === undefined) throw new Error('expected the folder to make')
const db = await openPglite({ dataDir: folder })
await migrate(db)
await dropTemplates(db)
await db.close()
