import type { Db, Sql } from '../platform/db.ts'
import { carryOutStep } from '../platform/start-step.ts'
import { untilNone } from '../platform/until-none.ts'
import type { AccountSeal } from './sealed-account.ts'
import { listUnmarkedPayers, replacePayer } from './sealed-accounts.store.ts'

/** Rows a transaction: what is cut off has done the whole ones. */
const AT_ONCE = 500

/** Deposits that were made before their payers' numbers were marked get their marks. */
export async function markPayers(db: Db, accounts: AccountSeal): Promise<void> {
  async function markSome(sql: Sql): Promise<number> {
    const rows = await listUnmarkedPayers(sql, AT_ONCE)
    for (const { id, userId, sealed } of rows) {
      const [mark] = accounts.marksOf(accounts.open('payer', userId, sealed))
      await replacePayer(sql, id, { sealed, mark })
    }
    return rows.length
  }
  await carryOutStep(() => untilNone(db, markSome))
}
