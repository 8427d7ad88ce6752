// `npm run audit:ledger`: recomputes every balance from the transfers, and recounts invitations.
// Exit code 1 on a fault, 2 when it could not look.
import { runOnDatabase } from './command-database.ts'
import { findWrongCounts } from './invitations/invitations.store.ts'
import { auditInOneSnapshot, describeAudit } from './ledger/ledger-audit.ts'

await runOnDatabase(async (db) => {
  const report = await auditInOneSnapshot(db)
  const wrongCounts = await findWrongCounts(db)
  console.log(describeAudit(report))
  console.log(
    wrongCounts.length === 0 ? 'Invitation counts agree with a recount.' : 'Invitation counts are WRONG.',
  )
  for (const fault of wrongCounts) console.log(`      ${fault}`)
  return report.ok && wrongCounts.length === 0 ? 0 : 1
})
