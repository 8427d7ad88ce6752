import type { FundsMode } from './config.ts'
import type { Db, Tx } from './platform/db.ts'
import { carryOutStep } from './platform/start-step.ts'

export class FundsModeError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FundsModeError'
  }
}

export interface FundsModeProbe {
  /** Whether anything was ever moved in the real book (asked only on the way from test to live). */
  hasRealTransfers(sql: Tx): Promise<boolean>
}

/**
 * Holds a database to its funds mode, after migrations and before anything listens: one that has been live cannot go
 * back to test, and one with test balances in its real book cannot go live. Throws `FundsModeError`.
 */
export async function guardFundsMode(db: Db, mode: FundsMode, probe: FundsModeProbe): Promise<void> {
  await carryOutStep(() => db.tx((sql) => keepMode(sql, mode, probe)))
}

async function keepMode(sql: Tx, mode: FundsMode, probe: FundsModeProbe): Promise<void> {
  const [row] = await sql.query<{ value: unknown }>(
    "select value from platform_meta where key = 'funds_mode' for update",
  )
  const stored = row?.value ?? 'test'
  if (stored === 'live' && mode === 'test') {
    throw new FundsModeError(
      'FUNDS_MODE is test, but this database has been live: it holds real money and cannot go back. Set FUNDS_MODE=live, or use another database for tests.',
    )
  }
  if (stored !== 'live' && mode === 'live' && (await probe.hasRealTransfers(sql))) {
    throw new FundsModeError(
      'FUNDS_MODE is live, but the real book of this database holds test balances. Use a fresh database for live operation.',
    )
  }
  if (stored === mode && row !== undefined) return
  await sql.query(
    `insert into platform_meta (key, value, updated_ms) values ('funds_mode', $1, database_now_ms())
     on conflict (key) do update set value = excluded.value, updated_ms = excluded.updated_ms`,
    [JSON.stringify(mode)],
  )
}
