import { formatMicros, winPayout, winProfit } from '@truestrike/core/money.ts'
import { breakEvenRate, expectedValue, formatPercent, houseMargin } from '@truestrike/core/quote.ts'

/** What is shown before buying (trading rules, life of a contract, step 1). Amounts in USDT, rates in percent. */
export interface OrderQuote {
  profit: string
  loss: string
  payout: string
  /** Share of wins at which the user neither gains nor loses, `54.05`. */
  breakEvenPercent: string
  /** What the house keeps on average at even odds, `7.5`. */
  marginPercent: string
  /** Expected value of the stake at even odds. */
  expected: string
}

export function quoteOf(stakeMicros: bigint, payoutBps: number): OrderQuote {
  return {
    profit: formatMicros(winProfit(stakeMicros, payoutBps)),
    loss: formatMicros(-stakeMicros),
    payout: formatMicros(winPayout(stakeMicros, payoutBps)),
    breakEvenPercent: formatPercent(breakEvenRate(payoutBps)),
    marginPercent: formatPercent(houseMargin(payoutBps)).replace(/\.?0+$/, ''),
    expected: formatMicros(expectedValue(stakeMicros, payoutBps)),
  }
}
