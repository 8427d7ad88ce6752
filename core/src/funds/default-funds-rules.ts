import { MICROS_PER_USDT } from '../money.ts'
import type { FundsRules } from './funds-rules.ts'

/** What a new installation begins with (trading rules, Defaults); the database holds the same as its first version. */
export const DEFAULT_FUNDS_RULES: FundsRules = {
  depositMinMicros: 10n * MICROS_PER_USDT,
  depositMaxMicros: 100_000n * MICROS_PER_USDT,
  withdrawalMinMicros: 10n * MICROS_PER_USDT,
  withdrawalMaxMicros: 50_000n * MICROS_PER_USDT,
  walletFeeMicros: MICROS_PER_USDT,
  bankFeeBps: 50,
  bankFeeMinMicros: MICROS_PER_USDT,
  transferMinMicros: MICROS_PER_USDT,
  transferMaxMicros: 50_000n * MICROS_PER_USDT,
  secondAdminAboveMicros: 5_000n * MICROS_PER_USDT,
  identityRequired: false,
}
