import type { MoneyGuard } from '../accounts/money-guard.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { countMisses, insertMiss } from './user-transfers.store.ts'

const MISSES_MAX = 10
const MISSES_MS = 3_600_000

interface Parts {
  db: Db
  clock: Clock
  ledger: Pick<LedgerService, 'lockBalances'>
  moneyGuard: Pick<MoneyGuard, 'findRecipient'>
}

/** Who has a number and a name. Numbers and names can not be tried out: whoever errs too often waits. */
export function createRecipientSearch({ db, clock, ledger, moneyGuard }: Parts) {
  /** Errors: RECIPIENT_UNKNOWN, RECIPIENT_TRIES_USED. */
  return async (userId: bigint, { uid, username }: { uid: string; username: string }): Promise<bigint> => {
    const nowMs = clock.nowMs()
    const sinceMs = Math.floor(nowMs - MISSES_MS * clock.speed)
    // Thrown after the commit: a miss is kept.
    const result = await db.tx(async (sql) => {
      // Tries at the same moment wait for each other: none is made that does not know of the misses before it.
      await ledger.lockBalances(sql, userId)
      const { count, oldestMs } = await countMisses(sql, userId, sinceMs)
      if (count >= MISSES_MAX) {
        const waitMs = (Number(oldestMs) - sinceMs) / clock.speed
        return new AppError('RECIPIENT_TRIES_USED', undefined, Math.max(1, Math.ceil(waitMs / 1_000)))
      }
      const found = await moneyGuard.findRecipient(sql, uid, username)
      if (found !== null) return found
      await insertMiss(sql, userId, nowMs)
      return new AppError('RECIPIENT_UNKNOWN')
    })
    if (result instanceof AppError) throw result
    return result
  }
}
