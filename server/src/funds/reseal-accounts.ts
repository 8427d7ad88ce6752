import type { Db } from '../platform/db.ts'
import { type SecretBox, sealedBy } from '../platform/secret-box.ts'
import { createAccountSeal } from './sealed-account.ts'
import { listAccountsSealedOtherwise, replaceSealedAccount } from './sealed-accounts.store.ts'

/** Rows a transaction: what is cut off has done the whole ones. */
const AT_ONCE = 500

/** Seals the accounts of payers and payees with the newest key; answers how many were not yet. */
export async function resealAccounts({ db, secrets }: { db: Db; secrets: SecretBox }): Promise<number> {
  const accounts = createAccountSeal(secrets)
  const beginning = sealedBy(secrets.keyId)
  let all = 0
  for (;;) {
    const done = await db.tx(async (sql) => {
      const rows = await listAccountsSealedOtherwise(sql, beginning, AT_ONCE)
      for (const row of rows) {
        const purpose = row.table === 'deposits' ? 'payer' : 'payee'
        const account = accounts.open(purpose, row.userId, row.sealed)
        await replaceSealedAccount(sql, row, accounts.seal(purpose, row.userId, account))
      }
      return rows.length
    })
    if (done === 0) return all
    all += done
  }
}
