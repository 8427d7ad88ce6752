// `npm run audit:ledger`: recomputes every balance from the transfers. Exit code 1 on a fault, 2 when it could not look.
import { runOnDatabase } from './command-database.ts'
import { auditInOneSnapshot, describeAudit } from './ledger/ledger-audit.ts'

await runOnDatabase(async (db) => {
  const report = await auditInOneSnapshot(db)
  console.log(describeAudit(report))
  return report.ok ? 0 : 1
})
