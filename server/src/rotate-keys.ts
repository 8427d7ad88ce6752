// `npm run keys:rotate`: the next key the site signs with, endorsed by the present one; `-- --lost` when that one is gone.
import { runOnDatabase } from './command-database.ts'
import { createLog } from './platform/log.ts'
import { migrate, readMigrations } from './platform/migrate.ts'
import { systemRandom } from './platform/secret-token.ts'
import { createSystemClock } from './platform/system-clock.ts'
import { rotateKey } from './proof/rotate-key.ts'

const given = process.argv.slice(2)

await runOnDatabase(async (db, { signingKeysFile: file }) => {
  if (given.some((argument) => argument !== '--lost')) {
    console.error('usage: npm run keys:rotate [-- --lost]')
    return 2
  }
  await migrate(db, readMigrations(), createLog('info'))
  const clock = await createSystemClock({ db, log: createLog('warn') })
  try {
    const { speed } = clock
    const lost = given.includes('--lost')
    const rotation = await rotateKey({ db, file, random: systemRandom, speed, lost })
    const time = (ms: number): string => new Date(ms).toISOString()
    console.log(
      `The key ${rotation.keyId} signs from ${time(rotation.fromMs)}; the one before until ${time(rotation.retireMs)}.`,
    )
    console.log(
      `Its private part is in ${file}: back the file up now, and bring it to every machine before the second time.`,
    )
    if (rotation.endorsedBy === null)
      console.log('It stands by itself: tell users its id on a way they trust.')
    return 0
  } finally {
    clock.close()
  }
})
