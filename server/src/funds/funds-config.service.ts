import type { FundsRules } from '@truestrike/core/funds/funds-rules.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import type { FundsConfig } from '@truestrike/protocol/config-endpoints.ts'
import { micros } from '../accounts/config-amount.ts'
import { type AdminActor, CONFIG_CHANGED_SUBJECT, recordConfig } from '../accounts/config-record.ts'
import { AppError, faultyField } from '../platform/app-error.ts'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { getFundsRules, insertFundsRules } from './funds-rules.store.ts'

interface Parts {
  db: Db
  bus: Bus
  clock: Clock
}

/** Limits and fees as the operator sets them: each change is the next version of the rules of funds. */
export function createFundsConfigService({ db, bus, clock }: Parts) {
  return {
    readNow: async (): Promise<FundsConfig> => toWire(await getFundsRules(db)),

    /**
     * By an administrator. Who could raise the amount from which two are needed could pay any amount alone: he only lowers it
     * (`createSecondAdminLimit` raises it). Answers the version that holds. Errors: CONFIG_CHANGED, INVALID_PARAMETERS, SECOND_ADMIN_REQUIRED.
     */
    async change(actor: AdminActor, version: number, asked: FundsConfig): Promise<number> {
      const rules = fromWire(asked)
      const holds = await db.tx(async (sql) => {
        const nowMs = clock.nowMs()
        const current = await getFundsRules(sql)
        const step = { section: 'funds', version, before: toWire(current), after: toWire(rules), nowMs }
        const recorded = await recordConfig(sql, actor, step)
        if (!recorded.isNew) return recorded.version
        if (rules.secondAdminAboveMicros > current.secondAdminAboveMicros)
          throw new AppError('SECOND_ADMIN_REQUIRED')
        await insertFundsRules(sql, rules, nowMs)
        return recorded.version
      })
      bus.publish(CONFIG_CHANGED_SUBJECT, {})
      return holds
    },
  }
}

export const toWire = (rules: FundsRules): FundsConfig => ({
  deposit: limitsOf(rules.depositMinMicros, rules.depositMaxMicros),
  withdrawal: limitsOf(rules.withdrawalMinMicros, rules.withdrawalMaxMicros),
  transfer: limitsOf(rules.transferMinMicros, rules.transferMaxMicros),
  walletFee: formatMicros(rules.walletFeeMicros),
  bankFeeBps: rules.bankFeeBps,
  bankFeeMin: formatMicros(rules.bankFeeMinMicros),
  secondAdminAbove: formatMicros(rules.secondAdminAboveMicros),
  identityRequired: rules.identityRequired,
})

const limitsOf = (min: bigint, max: bigint) => ({ min: formatMicros(min), max: formatMicros(max) })

/** Errors: INVALID_PARAMETERS. What is taken out as a fee leaves something of the least withdrawal. */
function fromWire(asked: FundsConfig): FundsRules {
  const range = (name: 'deposit' | 'withdrawal' | 'transfer') => {
    const min = micros(asked[name].min, `funds.${name}.min`, 1n)
    const max = micros(asked[name].max, `funds.${name}.max`, 1n)
    if (min > max) throw faultyField(`funds.${name}.max`, 'range')
    return { min, max }
  }
  const [deposit, withdrawal, transfer] = [range('deposit'), range('withdrawal'), range('transfer')]
  const walletFeeMicros = micros(asked.walletFee, 'funds.walletFee')
  const bankFeeMinMicros = micros(asked.bankFeeMin, 'funds.bankFeeMin')
  if (walletFeeMicros >= withdrawal.min) throw faultyField('funds.walletFee', 'fee')
  if (bankFeeMinMicros >= withdrawal.min) throw faultyField('funds.bankFeeMin', 'fee')
  if (asked.bankFeeBps >= 10_000) throw faultyField('funds.bankFeeBps', 'fee')
  return {
    ...{ depositMinMicros: deposit.min, depositMaxMicros: deposit.max },
    ...{ withdrawalMinMicros: withdrawal.min, withdrawalMaxMicros: withdrawal.max },
    ...{ transferMinMicros: transfer.min, transferMaxMicros: transfer.max },
    ...{ walletFeeMicros, bankFeeMinMicros, bankFeeBps: asked.bankFeeBps },
    secondAdminAboveMicros: micros(asked.secondAdminAbove, 'funds.secondAdminAbove'),
    identityRequired: asked.identityRequired,
  }
}
