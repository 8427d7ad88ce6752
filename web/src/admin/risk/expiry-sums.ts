import { formatMicros } from '@truestrike/core/money.ts'
import type { Risk, RiskSpan } from '@truestrike/protocol/dashboard-endpoints.ts'
import { formatMoneyExact, microsOf } from '../../lib/money-format.ts'

const MICROS = 1_000_000

export interface ExpirySum {
  within: RiskSpan['within']
  /** What would be paid out, in micro-USDT. */
  up: bigint
  down: bigint
  worst: bigint
}

/** What open contracts come to by the time of their expiry, of one product or of all together. */
export function expirySums(products: readonly Pick<Risk['products'][number], 'spans'>[]): ExpirySum[] {
  const sums = new Map<RiskSpan['within'], ExpirySum>()
  for (const { within, up, down, worstCase } of products.flatMap(({ spans }) => spans)) {
    const sum = sums.get(within) ?? { within, up: 0n, down: 0n, worst: 0n }
    sum.up += microsOf(up.payout) ?? 0n
    sum.down += microsOf(down.payout) ?? 0n
    sum.worst += microsOf(worstCase) ?? 0n
    sums.set(within, sum)
  }
  return [...sums.values()]
}

/** The height of a bar. It is drawn, never written: texts come from the exact sum, by `exactText`. */
export const drawn = (micros: bigint): number => Number(micros) / MICROS

/** `462.50`, with all the decimals there are. */
export const exactText = (micros: bigint): string => formatMoneyExact(formatMicros(micros))
