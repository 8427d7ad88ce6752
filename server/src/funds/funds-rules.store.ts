import { ensure } from '@truestrike/core/assert.ts'
import type { FundsRules } from '@truestrike/core/funds/funds-rules.ts'
import type { Sql } from '../platform/db.ts'

export interface OfferedFundsRules extends FundsRules {
  version: number
}

/** The version that is offered now. */
export async function getFundsRules(sql: Sql): Promise<OfferedFundsRules> {
  const [row] = await sql.query<OfferedFundsRules>(
    `select version, deposit_min_micros as "depositMinMicros", deposit_max_micros as "depositMaxMicros",
      withdrawal_min_micros as "withdrawalMinMicros", withdrawal_max_micros as "withdrawalMaxMicros",
      wallet_fee_micros as "walletFeeMicros", bank_fee_bps as "bankFeeBps", bank_fee_min_micros as "bankFeeMinMicros",
      transfer_min_micros as "transferMinMicros", transfer_max_micros as "transferMaxMicros",
      second_admin_above_micros as "secondAdminAboveMicros", identity_required as "identityRequired"
    from funds_rules order by version desc limit 1`,
  )
  return ensure(row)
}

/** The next version, offered from now on. */
export async function insertFundsRules(sql: Sql, rules: FundsRules, nowMs: number): Promise<void> {
  await sql.query(
    `insert into funds_rules (deposit_min_micros, deposit_max_micros, withdrawal_min_micros, withdrawal_max_micros,
      wallet_fee_micros, bank_fee_bps, bank_fee_min_micros, transfer_min_micros, transfer_max_micros,
      second_admin_above_micros, identity_required, created_ms)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      rules.depositMinMicros,
      rules.depositMaxMicros,
      rules.withdrawalMinMicros,
      rules.withdrawalMaxMicros,
      rules.walletFeeMicros,
      rules.bankFeeBps,
      rules.bankFeeMinMicros,
      rules.transferMinMicros,
      rules.transferMaxMicros,
      rules.secondAdminAboveMicros,
      rules.identityRequired,
      nowMs,
    ],
  )
}
