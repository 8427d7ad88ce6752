// `npm run admin:reset-password`: a new one-time password for the oldest owner, who is signed out everywhere. With
// `-- --two-factor` his second factor goes too.
import { ensure } from '@truestrike/core/assert.ts'
import { reissueAdminPassword } from './admin/first-run.ts'
import { firstRunPath } from './admin/first-run-file.ts'
import { runOnDatabase } from './command-database.ts'
import { createLog } from './platform/log.ts'
import { migrate, readMigrations } from './platform/migrate.ts'
import { ownOrigins } from './platform/own-origins.ts'
import { createPasswordHasher } from './platform/password-hasher.ts'
import { systemRandom } from './platform/secret-token.ts'
import { createSystemClock } from './platform/system-clock.ts'

const options = process.argv.slice(2)
const removesTwoFactor = options[0] === '--two-factor'

await runOnDatabase(async (db, config) => {
  if (options.length > (removesTwoFactor ? 1 : 0)) {
    console.error('usage: npm run admin:reset-password [-- --two-factor]')
    return 2
  }
  const { dataDir } = config
  await migrate(db, readMigrations(), createLog('info'))
  const clock = await createSystemClock({ db, log: createLog('warn') })
  try {
    const publicUrl = config.publicUrl ?? ensure(ownOrigins(config.host, config.port)[0])
    const parts = { db, clock, dataDir, publicUrl, hasher: createPasswordHasher(), random: systemRandom }
    const { adminUsername, adminPassword } = await reissueAdminPassword(parts, { removesTwoFactor })
    process.stdout.write(`A new one-time password for ${adminUsername} is in ${firstRunPath(dataDir)}\n`)
    if (process.stdout.isTTY) process.stdout.write(`  ${adminPassword ?? ''} (for 24 hours)\n`)
    return 0
  } finally {
    clock.close()
  }
})
