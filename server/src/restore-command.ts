// `npm run restore`: brings a backup into an empty place. Exit code 1 when it could not be done, 2 on wrong usage.
import { resolve } from 'node:path'
import { readConfig } from './config.ts'
import type { RestoreWish } from './finish-restore.ts'
import { keepNewFilesPrivate } from './platform/private-umask.ts'
import { restoreBackup } from './restore-backup.ts'

const USAGE = 'usage: npm run restore -- BACKUP [--nothing-lost]'

/** Undefined: not what the command takes. */
function readWish(args: readonly string[]): RestoreWish | undefined {
  const [folder, ...more] = args.filter((argument) => !argument.startsWith('-'))
  const options = args.filter((argument) => argument.startsWith('-'))
  if (folder === undefined || more.length > 0) return undefined
  if (options.some((option) => option !== '--nothing-lost')) return undefined
  return { backup: resolve(folder), nothingLost: options.length > 0 }
}

async function restore(wish: RestoreWish): Promise<void> {
  const config = readConfig()
  const { takenAt, database, leftOut } = await restoreBackup(config, wish)
  const place = database.kind === 'pglite' ? config.dataDir : 'DATABASE_URL'
  console.log(`Restored into ${place}: the state of ${takenAt}.`)
  if (leftOut.includes('keys'))
    console.log(
      `The keys were left out: bring ${config.signingKeysFile} and ${config.secretKeysFile} before the start.`,
    )
  if (leftOut.includes('archives'))
    console.log(`Archives of the price log were left out: put them into ${config.retention.archiveDir}.`)
  if (wish.nothingLost) {
    console.log('It goes on where it was stopped. The server it was made of must never run again.')
    return
  }
  console.log(
    'What happened after that moment is lost. Each price log goes on with a public entry that says so,',
  )
  console.log('contracts that were open are cancelled and their stakes returned, and everyone signs in anew.')
  console.log('The server it was made of must never run again: two logs of one site would convict it.')
}

keepNewFilesPrivate()
const wish = readWish(process.argv.slice(2))
if (wish === undefined) {
  console.error(USAGE)
  process.exitCode = 2
} else {
  await restore(wish).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}
