import type { MoneyGuard } from '../accounts/money-guard.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { countMiss, takeBackMiss } from './user-transfers.store.ts'

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
    const miss = await db.tx(async (sql) => {
      // Tries at the same moment wait for each other: none is made that is not counted.
      await ledger.lockBalances(sql, userId)
      return await countMiss(sql, userId, { sinceMs, nowMs })
    })
    if (miss.count > MISSES_MAX) {
      await takeBackMiss(db, miss.id)
      const waitMs = (Number(miss.oldestMs) - sinceMs) / clock.speed
      throw new AppError('RECIPIENT_TRIES_USED', undefined, Math.max(1, Math.ceil(waitMs / 1_000)))
    }
    const found = await moneyGuard.findRecipient(uid, username)
    if (found === null) throw new AppError('RECIPIENT_UNKNOWN')
    await takeBackMiss(db, miss.id)
    return found
  }
}
