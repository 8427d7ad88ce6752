import { formatMicros } from '@truestrike/core/money.ts'
import { micros, type RaisedLimit, raisedTo } from '../accounts/config-amount.ts'
import { CONFIG_CHANGED_SUBJECT, insertNext, newestVersion } from '../accounts/config-record.ts'
import type { Bus } from '../platform/bus.ts'
import type { Db, Sql } from '../platform/db.ts'
import { toWire } from './funds-config.service.ts'
import { getFundsRules, insertFundsRules } from './funds-rules.store.ts'
import { countWaitingBetween } from './withdrawals.store.ts'

/** The amount above which a withdrawal takes two administrators, raised: two of them want it, whoever asks for that. */
export function createSecondAdminLimit({ db, bus }: { db: Db; bus: Bus }) {
  /** Errors: CONFIG_CHANGED, INVALID_PARAMETERS. */
  async function compare(sql: Sql, raised: RaisedLimit) {
    const rules = await getFundsRules(sql)
    return { rules, toMicros: raisedTo(raised, rules.secondAdminAboveMicros) }
  }

  return {
    check: async (sql: Sql, raised: RaisedLimit): Promise<void> => void (await compare(sql, raised)),

    /** What it would do now. Errors: INVALID_PARAMETERS. */
    async preview(to: string): Promise<RaisedLimit & { waiting: number }> {
      const { secondAdminAboveMicros: above } = await getFundsRules(db)
      const toMicros = micros(to, 'to')
      const waiting = await countWaitingBetween(db, above, toMicros)
      return { from: formatMicros(above), to: formatMicros(toMicros), waiting }
    },

    /** Undecided deposits and withdrawals above the one amount, and not above the other. */
    countWaiting: ({ from, to }: RaisedLimit): Promise<number> =>
      countWaitingBetween(db, micros(from, 'from'), micros(to, 'to')),

    /** In the transaction in which a second administrator has confirmed; its version is the proposer's. Errors: CONFIG_CHANGED, INVALID_PARAMETERS. */
    async raise(sql: Sql, raised: RaisedLimit, { adminId, nowMs }: { adminId: bigint; nowMs: number }) {
      const version = await newestVersion(sql, 'funds')
      const { rules, toMicros } = await compare(sql, raised)
      const wanted = { ...rules, secondAdminAboveMicros: toMicros }
      const step = { section: 'funds', version, before: toWire(rules), after: toWire(wanted), nowMs }
      await insertNext(sql, adminId, step)
      await insertFundsRules(sql, wanted, nowMs)
    },

    tell: (): void => bus.publish(CONFIG_CHANGED_SUBJECT, {}),
  }
}
