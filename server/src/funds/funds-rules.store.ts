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
