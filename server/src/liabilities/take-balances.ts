import { assert, ensure } from '@truestrike/core/assert.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { Book } from './liabilities.store.ts'

/** Users read by one query. */
const USERS_PER_PAGE = 10_000

export interface BalanceSources {
  db: Db
  ledger: Pick<LedgerService, 'sumBook' | 'pageBalances'>
  /** The numbers of users by their row ids. */
  uidsOf(sql: Sql, userIds: readonly bigint[]): Promise<Map<bigint, string>>
}

/** Who had what in a book at one moment, ascending by user; those with nothing left out. Typed arrays: there may be millions. */
export interface TakenBalances {
  book: Book
  takenMs: number
  userIds: BigUint64Array
  /** Ten digits each. */
  uids: Float64Array
  micros: BigUint64Array
  totalMicros: bigint
}

/** Reads a book as it was at one moment; throws when it does not agree with the ledger of that moment. */
export function takeBalances({ db, ledger, uidsOf }: BalanceSources, book: Book): Promise<TakenBalances> {
  return db.tx(async (sql) => {
    await sql.query('set transaction isolation level repeatable read, read only')
    const [now] = await sql.query<{ ms: bigint }>('select service_now_ms() as ms')
    const { users, usersMicros, systemMicros } = await ledger.sumBook(sql, book)
    assert(usersMicros + systemMicros === 0n, `the accounts of the ${book} book do not sum to zero`)
    const taken: TakenBalances = {
      ...{ book, takenMs: Number(ensure(now).ms), totalMicros: 0n },
      ...{
        userIds: new BigUint64Array(users),
        uids: new Float64Array(users),
        micros: new BigUint64Array(users),
      },
    }
    let at = 0
    let afterUserId = 0n
    for (;;) {
      const page = await ledger.pageBalances(sql, { book, afterUserId, limit: USERS_PER_PAGE })
      const last = page.at(-1)
      if (last === undefined) break
      afterUserId = last.userId
      const uids = await uidsOf(
        sql,
        page.map(({ userId }) => userId),
      )
      for (const { userId, micros } of page) {
        taken.userIds[at] = userId
        taken.uids[at] = Number(ensure(uids.get(userId), `user ${userId} has a balance and no number`))
        taken.micros[at] = micros
        taken.totalMicros += micros
        at += 1
      }
    }
    assert(
      at === users && taken.totalMicros === usersMicros,
      `the balances of the ${book} book are not all there`,
    )
    return taken
  })
}
