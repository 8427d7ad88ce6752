import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import { haltTrading } from './trading-settings.store.ts'

/** Fail closed: when something holds that must not, no more orders are taken until an operator has looked. */
export interface TradingHalt {
  /** Stops orders here at once, and everywhere as soon as the database has it. Opened contracts go on being settled. */
  halt(reason: string, error: unknown): void
  /** Why none are taken here while the database has not been told; from then on it refuses them itself. */
  readonly reason: string | null
}

/** Between two attempts at telling the database. */
const STORE_AGAIN_MS = 1_000

interface Parts {
  db: Db
  clock: Clock
  log: Log
}

/** The database alone remembers a halt, so that all processes take orders again as soon as the operator says so. */
export function createTradingHalt({ db, clock, log }: Parts): TradingHalt {
  let reason: string | null = null
  const store = async (why: string): Promise<void> => {
    try {
      await haltTrading(db, why)
      reason = null
    } catch (failure) {
      log.error({ err: failure }, 'the halt of trading could not be stored')
      clock.after(STORE_AGAIN_MS, () => void store(why))
    }
  }
  return {
    get reason() {
      return reason
    },
    halt(why, error) {
      log.error({ err: error, reason: why }, 'trading halted')
      if (reason !== null) return
      reason = why
      void store(why)
    },
  }
}
