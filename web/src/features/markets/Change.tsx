import type { Ticker } from '@truestrike/protocol/market-endpoints.ts'
import { changeBps, formatChange } from '../../lib/price-format.ts'
import { Num } from '../../ui/Num.tsx'
import { Triangle } from '../../ui/Triangle.tsx'

/** The change over 24 hours: triangle, sign and colour together; none of them without a change. */
export function Change({ ticker }: { ticker: Ticker }) {
  const text = formatChange(ticker.open24h, ticker.price)
  const tone = toneOf(ticker)
  return (
    <Num tone={tone === undefined ? undefined : tone === 'up' ? 'gain' : 'loss'}>
      {tone ? <Triangle up={tone === 'up'} /> : null}
      {text}
    </Num>
  )
}

export function toneOf(ticker: Ticker): 'up' | 'down' | undefined {
  const change = changeBps(ticker.open24h, ticker.price)
  if (change === null || change === 0n) return undefined
  return change > 0n ? 'up' : 'down'
}
