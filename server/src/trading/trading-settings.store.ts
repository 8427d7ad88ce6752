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
