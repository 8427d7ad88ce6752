import { decimalsOf, scaledOf, shownScaled, withPlus } from './decimal-text.ts'
import { MISSING } from './money-format.ts'

type Price = string | null | undefined

/** `67,482.36`, with the decimals it came with. */
export function formatPrice(price: Price): string {
  const scaled = scaledOf(price)
  return scaled === null || !price ? MISSING : shownScaled(scaled, decimalsOf(price))
}

/** A hero price in two parts: `67,482` and `.36`. */
export function splitPrice(price: Price): { whole: string; fraction: string } {
  const text = formatPrice(price)
  const point = text.indexOf('.')
  return point < 0
    ? { whole: text, fraction: '' }
    : { whole: text.slice(0, point), fraction: text.slice(point) }
}

/** `+69.56`, `−3.10`, `0.00`: the way from one price to another. */
export function formatPriceDistance(from: Price, to: Price): string {
  const [start, end] = [scaledOf(from), scaledOf(to)]
  if (start === null || end === null || !from || !to) return MISSING
  return withPlus(shownScaled(end - start, Math.max(decimalsOf(from), decimalsOf(to))))
}

/** Change in hundredths of a percent, rounded half away from zero; null without a base. */
export function changeBps(from: Price, to: Price): bigint | null {
  const [base, price] = [scaledOf(from), scaledOf(to)]
  if (base === null || price === null || base <= 0n) return null
  const doubled = (price - base) * 20_000n
  return (doubled < 0n ? doubled - base : doubled + base) / (2n * base)
}

const BPS_SCALE = 10n ** 10n

/** `+1.24%`, `−0.62%`, `0.00%`. */
export function formatChange(from: Price, to: Price): string {
  const bps = changeBps(from, to)
  return bps === null ? MISSING : `${withPlus(shownScaled(bps * BPS_SCALE, 2))}%`
}

/** Basis points as a percentage without idle zeros: `85%`, `54.05%`. */
export function formatBps(bps: number): string {
  return `${shownScaled(BigInt(Math.round(bps)) * BPS_SCALE, 2).replace(/\.?0+$/, '')}%`
}
