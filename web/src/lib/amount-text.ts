import { DECIMALS_MAX, parseDecimal } from '@truestrike/core/decimal.ts'
import { formatMicros, MICROS_PER_USDT } from '@truestrike/core/money.ts'
import { intlLocale } from './locale.ts'

/** Why a text is no amount: it is none, or it could mean two. */
export type AmountFault = 'no-amount' | 'unclear-amount'

interface Separators {
  group: string
  decimal: string
  /** Sizes of the groups before the last three digits; a lakh has two. */
  size: 2 | 3
}

/** As the page itself writes amounts, in every language. */
const ON_THE_PAGE: Separators = { group: ',', decimal: '.', size: 3 }
/** As half of the world writes them; keypads know nothing of the page's language, so it is read where nothing else is. */
const CONTINENTAL: Separators = { group: '.', decimal: ',', size: 3 }

/** Digits of the scripts whose keyboards our readers use: Arabic, Persian, Devanagari, full width. */
const FOREIGN_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g
/** Marks of writing direction, which come along with what is copied from a page. */
const INVISIBLE = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
/** What can only part groups, in any language: every space, the Swiss apostrophe, the Arabic separator. */
const GROUP_ONLY = /[\s'’\u066c]/g
const ARABIC_DECIMAL = '٫'
/** Of a micro-USDT, in what is read. */
const PER_MICRO = 10n ** BigInt(DECIMALS_MAX) / MICROS_PER_USDT

/** In each of these scripts the code of nought ends in six or nought, so that the rest of it is the digit. */
function latinDigit(digit: string): string {
  const code = digit.charCodeAt(0)
  return String((code - (code < 0x966 || code > 0x96f ? 0 : 6)) % 16)
}

const known = new Map<string, Separators>()

function separatorsOf(locale: string): Separators {
  const found = known.get(locale) ?? ownSeparators(locale)
  known.set(locale, found)
  return found
}

function ownSeparators(locale: string): Separators {
  const parts = new Intl.NumberFormat(intlLocale(locale)).formatToParts(12_345_678.5)
  const partOf = (type: string): string | undefined => parts.find((part) => part.type === type)?.value
  const size = parts.filter((part) => part.type === 'integer')[1]?.value.length === 2 ? 2 : 3
  const group = partOf('group') ?? ' '
  return { group: /\s/.test(group) ? ' ' : group, decimal: partOf('decimal') ?? '.', size }
}

/** The text as an integer of 10^-12 by one way of writing numbers, or null: groups must be whole. */
function readBy({ group, decimal, size }: Separators, text: string): bigint | null {
  const [whole = '', fraction = '', ...more] = text.split(decimal)
  if (more.length > 0 || !/^\d*$/.test(fraction)) return null
  const groups = whole.split(group)
  const [first = '', ...rest] = groups
  const last = rest.pop()
  const grouped =
    last === undefined ||
    (new RegExp(`^[1-9]\\d{0,${size - 1}}$`).test(first) &&
      rest.every((part) => part.length === size) &&
      last.length === 3)
  const digits = groups.join('')
  if (!grouped || !/^\d*$/.test(digits) || digits + fraction === '') return null
  const parsed = parseDecimal(
    `${digits.replace(/^0+(?=\d)/, '') || '0'}${fraction === '' ? '' : `.${fraction}`}`,
    DECIMALS_MAX,
  )
  return parsed.ok ? parsed.value : null
}

/**
 * What is typed or pasted, as an integer of 10^-12; it may be zero. Read as the language of the page writes numbers and as the
 * page itself does; where the two differ (`1.000` in German) it is for the reader to say which they mean.
 */
export function readDecimal(typed: string, locale: string): bigint | AmountFault {
  const text = typed.replace(INVISIBLE, '').trim().replace(FOREIGN_DIGIT, latinDigit).replace(GROUP_ONLY, ' ')
  const own = separatorsOf(locale)
  const spaced = (decimal: string): Separators => ({ group: ' ', decimal, size: 3 })
  const likely = text.includes(ARABIC_DECIMAL)
    ? [spaced(ARABIC_DECIMAL), { ...own, decimal: ARABIC_DECIMAL }]
    : [own, ON_THE_PAGE, spaced(own.decimal), spaced('.'), ...(own.decimal === ',' ? [CONTINENTAL] : [])]
  for (const ways of [likely, [CONTINENTAL, spaced(',')]]) {
    const found = new Set(ways.map((way) => readBy(way, text)).filter((value) => value !== null))
    if (found.size > 1) return 'unclear-amount'
    const [value] = found
    if (value !== undefined) return value
  }
  return 'no-amount'
}

/** The same as micro-USDT: a limit or a fee may be zero. */
export function readMicros(typed: string, locale: string): bigint | AmountFault {
  const read = readDecimal(typed, locale)
  if (typeof read === 'string') return read
  return read % PER_MICRO === 0n ? read / PER_MICRO : 'no-amount'
}

/** The same as micro-USDT above zero. */
export function readAmount(typed: string, locale: string): bigint | AmountFault {
  const read = readMicros(typed, locale)
  return read === 0n ? 'no-amount' : read
}

/** An amount as a field shows it, like all others on the page: never with three decimals, which could be a group of thousands. */
export function fieldText(micros: bigint): string {
  const text = formatMicros(micros, { group: true })
  return /\.\d{3}$/.test(text) ? `${text}0` : text
}

/** An amount of `fieldText` while it is typed: groups of thousands would break with every digit. Any other text stays. */
export const typingText = (text: string): string =>
  /^\d{1,3}(,\d{3})+\.\d{2,}$/.test(text) ? text.replaceAll(',', '') : text
