import type { ProductRecord } from './product.store.ts'

/** Units of a price: what every program that reads one counts exactly. */
export const PRICE_MAX = BigInt(Number.MAX_SAFE_INTEGER)
/** Micro-USDT traded in one row: ten billion USDT. */
const VOLUME_MAX = 10n ** 16n

/** Decimal text as digits × 10^-decimals, without trailing zeros; null when it is not a plain decimal. */
export function readDecimal(text: string): { digits: bigint; decimals: number } | null {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
  if (match === null) return null
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  return { digits: BigInt((match[1] ?? '') + fraction), decimals: fraction.length }
}

/** a / b rounded to the nearest integer, halves up; both positive. */
export function divideRounded(a: bigint, b: bigint): bigint {
  return (2n * a + b) / (2n * b)
}

/** Turns recorded prices into the product's. */
export interface PriceReader {
  /** Null for text that is no positive price, or a larger one than the log takes. Finer decimals than the product has are rounded, halves up. */
  price(text: string): bigint | null
  /** The mid of bid and ask, rounded likewise. */
  mid(bid: string, ask: string): bigint | null
  /** Whether the recorded pair is the other way round: its high is the product's low. */
  inverse: boolean
}

/** Recorded pair → product: `BTCUSDT` as it is, `EURUSD` as EURUSDT, `USDJPY` as the inverse, JPYUSDT. */
export function matchPair(pair: string, symbol: string): 'same' | 'inverse' | null {
  if (pair === symbol || `${pair}T` === symbol) return 'same'
  const base = symbol.endsWith('USDT') ? symbol.slice(0, -4) : ''
  return base !== '' && pair === `USD${base}` ? 'inverse' : null
}

export function createPriceReader(product: Pick<ProductRecord, 'precision'>, inverse: boolean): PriceReader {
  const scale = 10n ** BigInt(product.precision)
  const toUnits = (digits: bigint, decimals: bigint): bigint | null => {
    if (digits <= 0n) return null
    const units = inverse ? divideRounded(decimals * scale, digits) : divideRounded(digits * scale, decimals)
    return units > 0n && units <= PRICE_MAX ? units : null
  }
  return {
    inverse,
    price(text) {
      const value = readDecimal(text)
      return value === null ? null : toUnits(value.digits, 10n ** BigInt(value.decimals))
    },
    mid(bid, ask) {
      const low = readDecimal(bid)
      const high = readDecimal(ask)
      if (low === null || high === null) return null
      const decimals = Math.max(low.decimals, high.decimals)
      const sum =
        low.digits * 10n ** BigInt(decimals - low.decimals) +
        high.digits * 10n ** BigInt(decimals - high.decimals)
      return toUnits(sum, 2n * 10n ** BigInt(decimals))
    },
  }
}

/** Recorded base volume × price, in micro-USDT, rounded down; null when it cannot be true. */
export function quoteVolumeMicros(volume: string, price: bigint, precision: number): bigint | null {
  const value = readDecimal(volume)
  if (value === null) return 0n
  const micros = (value.digits * price * 1_000_000n) / 10n ** BigInt(value.decimals + precision)
  return micros <= VOLUME_MAX ? micros : null
}
