// `npm run backup`: keeps a copy of database, keys and archives in a folder. Exit code 1 when it could not be made, 2 on wrong usage.
import { resolve } from 'node:path'
import { readConfig } from './config.ts'
import { type BackupWish, makeBackup } from './make-backup.ts'
import { keepNewFilesPrivate } from './platform/private-umask.ts'

const USAGE = 'usage: npm run backup [-- FOLDER] [--without-keys] [--without-archives]'
const LEAVE_OUT = { '--without-keys': 'keys', '--without-archives': 'archives' } as const

/** Undefined: not what the command takes. */
function readWish(args: readonly string[]): BackupWish | undefined {
  const options = args.filter((argument) => argument.startsWith('-'))
  const folders = args.filter((argument) => !argument.startsWith('-'))
  const leftOut = options.map((option) => LEAVE_OUT[option as keyof typeof LEAVE_OUT])
  if (folders.length > 1 || leftOut.includes(undefined as never)) return undefined
  const named = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  return { target: resolve(folders[0] ?? `backups/${named}Z`), leftOut }
}

async function backUp(wish: BackupWish): Promise<void> {
  const { manifest, restMs } = await makeBackup(readConfig(), wish)
  const { parts, leftOut, archives, log, online } = manifest
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  console.log(`Backup ${wish.target}`)
  console.log(`  of ${manifest.takenAt}, ${parts.length} files, ${Math.ceil(bytes / 1e6)} MB`)
  console.log(`  database: ${manifest.database.kind}, schema ${manifest.schema.at(-1)?.name ?? 'none'}`)
  console.log(
    `  price log: ${log.map(({ symbol, block }) => `${symbol} ${block}`).join(', ')} (newest block)`,
  )
  console.log(`  archives: ${leftOut.includes('archives') ? 'left out' : archives.length}`)
  console.log(`  keys: ${leftOut.includes('keys') ? 'left out, keep them elsewhere' : 'in it'}`)
  if (online) console.log(`  prices waited ${restMs} ms`)
  console.log('Whoever can read it can act as the site: keep it as safe as a password.')
}

keepNewFilesPrivate()
const wish = readWish(process.argv.slice(2))
if (wish === undefined) {
  console.error(USAGE)
  process.exitCode = 2
} else {
  await backUp(wish).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}
