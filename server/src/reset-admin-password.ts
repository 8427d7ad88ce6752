// `npm run admin:reset-password`: a new one-time password for the first administrator, who is signed out everywhere.
import { ensure } from '@truestrike/core/assert.ts'
import { reissueAdminPassword } from './admin/first-run.ts'
import { firstRunPath } from './admin/first-run-file.ts'
import { runOnDatabase } from './command-database.ts'
import { createLog } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { ownOrigins } from './platform/own-origins.ts'
import { createPasswordHasher } from './platform/password-hasher.ts'
import { systemRandom } from './platform/secret-token.ts'
import { createSystemClock } from './platform/system-clock.ts'

await runOnDatabase(async (db, config) => {
  const { dataDir } = config
  await migrate(db)
  const clock = await createSystemClock({ db, log: createLog('warn') })
  try {
    const publicUrl = config.publicUrl ?? ensure(ownOrigins(config.host, config.port)[0])
    const parts = { db, clock, dataDir, publicUrl, hasher: createPasswordHasher(), random: systemRandom }
    const { adminUsername, adminPassword } = await reissueAdminPassword(parts)
    process.stdout.write(`A new one-time password for ${adminUsername} is in ${firstRunPath(dataDir)}\n`)
    if (process.stdout.isTTY) process.stdout.write(`  ${adminPassword ?? ''} (for 24 hours)\n`)
    return 0
  } finally {
    clock.close()
  }
})
