import type { Db } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'

/** Fail closed: when something holds that must not, no more orders are taken until an operator has looked. */
export interface TradingHalt {
  /** Stops orders here at once, and everywhere as soon as the database has it. Opened contracts go on being settled. */
  halt(reason: string, error: unknown): void
  /** Null while orders are taken. */
  readonly reason: string | null
}

export function createTradingHalt({ db, log }: { db: Db; log: Log }): TradingHalt {
  let reason: string | null = null
  return {
    get reason() {
      return reason
    },
    halt(why, error) {
      log.error({ err: error, reason: why }, 'trading halted')
      if (reason !== null) return
      reason = why
      db.query('update trading_settings set halted = true, halt_reason = $1', [why]).catch(
        (failure: unknown) => log.error({ err: failure }, 'the halt of trading could not be stored'),
      )
    },
  }
}
