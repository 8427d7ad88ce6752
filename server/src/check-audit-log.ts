// `npm run audit:log`: recomputes the chain of the audit log and keeps what it found for the back office. Exit code 1 on a row that does not hold, 2 when it could not look.
import { runOnDatabase } from './command-database.ts'
import { type AuditMark, checkAuditChain } from './platform/audit-chain.ts'
import { writeAuditCheck } from './platform/audit-checks.ts'
import { createLog } from './platform/log.ts'
import { migrate, readMigrations } from './platform/migrate.ts'

const USAGE = 'usage: npm run audit:log [-- --noted ID:HASH]'
const MARK = /^([1-9][0-9]{0,18}):([0-9a-f]{64})$/

/** Undefined: not what the command takes. */
function notedMark(args: readonly string[]): AuditMark | null | undefined {
  if (args.length === 0) return null
  const [, id, hash] = (args[0] === '--noted' && args.length === 2 && MARK.exec(args[1] ?? '')) || []
  return id === undefined || hash === undefined ? undefined : { id: BigInt(id), hash }
}

const noted = notedMark(process.argv.slice(2))

await runOnDatabase(async (db) => {
  if (noted === undefined) {
    console.error(USAGE)
    return 2
  }
  await migrate(db, readMigrations(), createLog('info'))
  const chain = await checkAuditChain(db, noted)
  await writeAuditCheck(db, chain)
  const { rows, newest, fault } = chain
  if (fault !== null) {
    console.log(`The audit log does NOT hold: ${fault}.`)
    return 1
  }
  console.log(`The audit log holds: ${rows} rows, each follows the one before.`)
  if (newest !== null) {
    console.log(`Newest row: ${newest.id}:${newest.hash}`)
    console.log('Note it elsewhere: with --noted a later run tells whether it is still there.')
  }
  return 0
})
