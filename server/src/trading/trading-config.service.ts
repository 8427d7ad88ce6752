import { formatMicros } from '@truestrike/core/money.ts'
import type { TradingConfig } from '@truestrike/protocol/config-endpoints.ts'
import { micros, type RaisedLimit, raisedTo } from '../accounts/config-amount.ts'
import {
  type AdminActor,
  CONFIG_CHANGED_SUBJECT,
  insertNext,
  newestVersion,
  recordConfig,
} from '../accounts/config-record.ts'
import { AppError } from '../platform/app-error.ts'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import { getTradingSwitches, type TradingSwitches, updateTradingSwitches } from './trading-settings.store.ts'

interface Parts {
  db: Db
  bus: Bus
  clock: Clock
}

/** Switches of trading as the operator sets them: they are asked of new orders, and never of a contract that is accepted. */
export function createTradingConfigService({ db, bus, clock }: Parts) {
  return {
    readNow: async (): Promise<TradingConfig> => toWire(await getTradingSwitches(db, { lock: false })),

    /**
     * By an administrator. How much the house may lose at once he only lowers alone (`exposureLimit` raises it). Answers the
     * version that holds. Errors: CONFIG_CHANGED, INVALID_PARAMETERS, SECOND_ADMIN_REQUIRED.
     */
    async change(actor: AdminActor, version: number, asked: TradingConfig): Promise<number> {
      const { exposureLimit, ...rest } = asked
      const exposureLimitMicros = micros(exposureLimit, 'trading.exposureLimit', 1n)
      const switches: TradingSwitches = { ...rest, exposureLimitMicros }
      const holds = await db.tx(async (sql) => {
        const nowMs = clock.nowMs()
        const current = await getTradingSwitches(sql, { lock: true })
        const step = { section: 'trading', version, before: toWire(current), after: toWire(switches), nowMs }
        const recorded = await recordConfig(sql, actor, step)
        if (!recorded.isNew) return recorded.version
        if (exposureLimitMicros > current.exposureLimitMicros) throw new AppError('SECOND_ADMIN_REQUIRED')
        await updateTradingSwitches(sql, switches)
        return recorded.version
      })
      bus.publish(CONFIG_CHANGED_SUBJECT, {})
      return holds
    },

    exposureLimit: createExposureLimit(bus),
  }
}

/** The exposure limit, raised: two administrators want it. */
function createExposureLimit(bus: Bus) {
  return {
    /** Errors: CONFIG_CHANGED, INVALID_PARAMETERS. */
    async check(sql: Sql, raised: RaisedLimit): Promise<void> {
      raisedTo(raised, (await getTradingSwitches(sql, { lock: false })).exposureLimitMicros)
    },

    /** In the transaction in which a second administrator has confirmed; its version is the proposer's. Errors: as `check`. */
    async raise(sql: Sql, raised: RaisedLimit, { adminId, nowMs }: { adminId: bigint; nowMs: number }) {
      const current = await getTradingSwitches(sql, { lock: true })
      const switches = { ...current, exposureLimitMicros: raisedTo(raised, current.exposureLimitMicros) }
      const version = await newestVersion(sql, 'trading')
      const step = { section: 'trading', version, before: toWire(current), after: toWire(switches), nowMs }
      await insertNext(sql, adminId, step)
      await updateTradingSwitches(sql, switches)
    },

    tell: (): void => bus.publish(CONFIG_CHANGED_SUBJECT, {}),
  }
}

const toWire = ({ exposureLimitMicros, ...rest }: TradingSwitches): TradingConfig => ({
  ...rest,
  exposureLimit: formatMicros(exposureLimitMicros),
})
