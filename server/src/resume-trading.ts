// `npm run trading:resume`: takes orders again after trading stopped by itself, if the ledger is in order.
import { runOnDatabase } from './command-database.ts'
import { auditInOneSnapshot, describeAudit } from './ledger/ledger-audit.ts'
import { resumeTrading } from './trading/trading-settings.store.ts'

await runOnDatabase(async (db) => {
  const report = await auditInOneSnapshot(db)
  if (!report.ok) {
    console.log(describeAudit(report))
    console.log('Orders stay stopped.')
    return 1
  }
  const reason = await resumeTrading(db)
  console.log(
    reason === null ? 'Trading was not stopped.' : `Orders are taken again. They had been stopped: ${reason}`,
  )
  return 0
})
