import { DECIMALS_MAX, formatDecimal } from '@truestrike/core/decimal.ts'
import type { Log } from '../../platform/log.ts'
import type { BarResult, JudgedBar } from './minute-bars.ts'

/** Counts what became of a minute, and says what differs. */
export function tellBar(
  { log, onBar }: { log: Log; onBar: (result: BarResult) => void },
  symbol: string,
  { result, told, ours, missing }: JudgedBar,
): void {
  onBar(result)
  if (result !== 'different') return
  const { openMs, ...theirs } = told
  const text = (price: bigint | null): string | null =>
    price === null
      ? null
      : formatDecimal(price, { scale: DECIMALS_MAX, minDecimals: 0, maxDecimals: DECIMALS_MAX })
  const prices = {
    open: text(ours.open),
    high: text(ours.high),
    low: text(ours.low),
    close: text(ours.close),
  }
  const fields = { minute: new Date(openMs).toISOString(), missing, ours: { ...ours, ...prices }, theirs }
  log.warn({ symbol, ...fields }, 'trades of a minute are not what the exchange tells of it')
}
