import { ensure } from '@truestrike/core/assert.ts'
import type { Sql } from '../platform/db.ts'

export interface FundsSettings {
  mode: 'test' | 'live'
  /** Live mode: upper-case ISO codes. */
  allowedCountries: readonly string[]
}

/** Brings the configured funds mode into the database, which guards it: from live there is no way back. */
export async function updateFundsSettings(
  sql: Sql,
  { mode, allowedCountries }: FundsSettings,
): Promise<void> {
  await sql.query(
    `update trading_settings set funds_mode = $1, allowed_countries = $2::text[]
    where funds_mode <> $1 or allowed_countries <> $2::text[]`,
    [mode, [...allowedCountries]],
  )
}

/** Takes no more orders; what stopped them first stays the reason. */
export async function haltTrading(sql: Sql, reason: string): Promise<void> {
  await sql.query('update trading_settings set halted = true, halt_reason = $1 where not halted', [reason])
}

/** Takes orders again; answers why they had been stopped, null when they were not. */
export async function resumeTrading(sql: Sql): Promise<string | null> {
  const rows = await sql.query<{ reason: string }>(
    `update trading_settings s set halted = false, halt_reason = null from trading_settings old
    where s.halted returning coalesce(old.halt_reason, 'by the operator') as reason`,
  )
  return rows[0]?.reason ?? null
}

export async function isTradingHalted(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ halted: boolean }>('select halted from trading_settings')
  return ensure(row).halted
}

/** What the operator sets of trading at run time; the mode of funds and its countries are not among it. */
export interface TradingSwitches {
  demoEnabled: boolean
  realEnabled: boolean
  exposureLimitMicros: bigint
  exposureWarningBps: number
  identityRequired: boolean
}

/** `lock`: nobody else changes them meanwhile. */
export async function getTradingSwitches(sql: Sql, { lock }: { lock: boolean }): Promise<TradingSwitches> {
  const [row] = await sql.query<TradingSwitches>(
    `select demo_enabled as "demoEnabled", real_enabled as "realEnabled", exposure_limit_micros as "exposureLimitMicros",
      exposure_warning_bps as "exposureWarningBps", identity_required as "identityRequired"
    from trading_settings ${lock ? 'for update' : ''}`,
  )
  return ensure(row)
}

export async function updateTradingSwitches(sql: Sql, switches: TradingSwitches): Promise<void> {
  await sql.query(
    `update trading_settings set demo_enabled = $1, real_enabled = $2, exposure_limit_micros = $3,
      exposure_warning_bps = $4, identity_required = $5`,
    [
      switches.demoEnabled,
      switches.realEnabled,
      switches.exposureLimitMicros,
      switches.exposureWarningBps,
      switches.identityRequired,
    ],
  )
}
