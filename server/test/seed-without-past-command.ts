// `node scripts/run-ts.mjs server/test/seed-without-past-command.ts`, on the database of DATA_DIR.
import { runOnDatabase } from '../src/command-database.ts'
import { seedWithoutPast } from './without-past.ts'

await runOnDatabase(async (db) => {
  await seedWithoutPast(db)
  return 0
})
