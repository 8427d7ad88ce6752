import { formatDecimal } from '@truestrike/core/decimal.ts'
import { formatMicros, parseMicros } from '@truestrike/core/money.ts'
import { shownMinus, withPlus } from './decimal-text.ts'

export const MISSING = '--'
const SHOWN_DECIMALS = 2

type Amount = string | null | undefined

/** Micro-USDT of a wire amount; null for what is missing or none. */
export function microsOf(amount: Amount): bigint | null {
  if (amount === null || amount === undefined) return null
  const parsed = parseMicros(amount)
  return parsed.ok ? parsed.value : null
}

/** `2,418.60`: two decimals, cut towards zero, so that a balance never looks larger than it is. */
export function formatMoney(amount: Amount): string {
  const micros = microsOf(amount)
  return micros === null ? MISSING : shownMicros(micros)
}

function shownMicros(micros: bigint): string {
  return shownMinus(formatMicros(micros, { maxDecimals: SHOWN_DECIMALS, group: true }))
}

/** All the decimals there are, at least two: `0.000001`, `12.50`. */
export function formatMoneyExact(amount: Amount): string {
  const micros = microsOf(amount)
  return micros === null ? MISSING : shownMinus(formatMicros(micros, { group: true }))
}

/** An amount among values of any kind, as logs and histories have them; whatever is spelled otherwise stays. */
export function formatIfMoney(text: string): string {
  const micros = /^-?\d+\.\d{2,6}$/.test(text) ? microsOf(text) : null
  return micros !== null && formatMicros(micros) === text ? formatMoneyExact(text) : text
}

/** With its sign, `+85.00`, `−40.00`; zero has none. */
export function formatMoneySigned(amount: Amount): string {
  const micros = microsOf(amount)
  return micros === null ? MISSING : withPlus(shownMicros(micros))
}

/** As short as it can be said: `100`, `12.50`. */
export function formatMoneyShort(amount: Amount): string {
  return formatMoney(amount).replace(/\.00$/, '')
}

/** −1, 0 or 1; 0 for what is missing. */
export function signOf(amount: Amount): -1 | 0 | 1 {
  const micros = microsOf(amount) ?? 0n
  return micros > 0n ? 1 : micros < 0n ? -1 : 0
}

/** The class that colours a gain or a loss; nothing for zero. */
export function toneOf(amount: Amount): 'gain' | 'loss' | undefined {
  const sign = signOf(amount)
  return sign === 0 ? undefined : sign > 0 ? 'gain' : 'loss'
}

const SCALES = [
  { decimals: 9, letter: 'B' },
  { decimals: 6, letter: 'M' },
  { decimals: 3, letter: 'K' },
] as const

const MICRO_DECIMALS = 6

/** `1.42B`, `880.10M`, `9.50K`, `12.00`: alike in all languages. */
export function formatCompact(amount: Amount): string {
  const micros = microsOf(amount)
  if (micros === null) return MISSING
  const magnitude = micros < 0n ? -micros : micros
  const scale = SCALES.find(({ decimals }) => magnitude >= 10n ** BigInt(decimals + MICRO_DECIMALS))
  if (scale === undefined) return shownMicros(micros)
  const shown = formatDecimal(micros, {
    scale: scale.decimals + MICRO_DECIMALS,
    minDecimals: SHOWN_DECIMALS,
    maxDecimals: SHOWN_DECIMALS,
    group: true,
  })
  return shownMinus(shown) + scale.letter
}
