import type { Db } from '../platform/db.ts'
import { type SecretBox, sealedBy } from '../platform/secret-box.ts'
import { untilNone } from '../platform/until-none.ts'
import { receiptContext } from './deposit-receipts.service.ts'
import { listReceiptsSealedOtherwise, replaceSealedReceipt } from './deposit-receipts.store.ts'
import { createAccountSeal } from './sealed-account.ts'
import { listAccountsSealedOtherwise, replacePayee, replacePayer } from './sealed-accounts.store.ts'

/** Rows a transaction: what is cut off has done the whole ones. */
const AT_ONCE = 500
/** Receipts have megabytes. */
const RECEIPTS_AT_ONCE = 4

/** Seals the accounts of payers and payees, and receipts, with the newest key; answers how many were not yet. */
export async function resealAccounts({ db, secrets }: { db: Db; secrets: SecretBox }): Promise<number> {
  const accounts = createAccountSeal(secrets)
  const beginning = sealedBy(secrets.keyId)
  const ofAccounts = await untilNone(db, async (sql) => {
    const rows = await listAccountsSealedOtherwise(sql, beginning, AT_ONCE)
    for (const row of rows) {
      const purpose = row.table === 'deposits' ? 'payer' : 'payee'
      const account = accounts.open(purpose, row.userId, row.sealed)
      const sealed = accounts.seal(purpose, row.userId, account)
      if (purpose === 'payee') await replacePayee(sql, row.id, sealed)
      else await replacePayer(sql, row.id, { sealed, mark: accounts.marksOf(account)[0] })
    }
    return rows.length
  })
  const receipts = await untilNone(db, async (sql) => {
    const rows = await listReceiptsSealedOtherwise(sql, beginning, RECEIPTS_AT_ONCE)
    for (const { depositId, sealed } of rows) {
      const context = receiptContext(depositId)
      const anew = secrets.sealBytes(secrets.openBytes(sealed, context), context)
      await replaceSealedReceipt(sql, depositId, anew)
    }
    return rows.length
  })
  return ofAccounts + receipts
}
