import { formatMicros } from '@truestrike/core/money.ts'
import { useTranslation } from 'react-i18next'
import { type AmountFault, readAmount, readMicros } from '../../lib/amount-text.ts'

/** An amount or a price of the wire as a field begins with it: three decimals could be a group of thousands. */
export const wireFieldText = (wire: string): string => (/^\d+\.\d{3}$/.test(wire) ? `${wire}0` : wire)

/** Reads what is typed into a field of the back office as traders' fields do, and says what is wrong with it. */
export function useAmounts() {
  const { t, i18n } = useTranslation('admin')
  const wordsOf = (fault: AmountFault): string =>
    t(fault === 'unclear-amount' ? 'amount.unclear' : 'amount.none')
  return {
    wordsOf,
    /** An amount above zero as it crosses the wire; null: there is none, and `faultOf` says why. */
    wire(text: string): string | null {
      const read = readAmount(text, i18n.language)
      return typeof read === 'string' ? null : formatMicros(read)
    },
    faultOf(text: string): string | undefined {
      const read = readAmount(text, i18n.language)
      return typeof read === 'string' ? wordsOf(read) : undefined
    },
    /** What is wrong with a bound of a filter: it may be zero, or not be there. */
    boundFault(text: string): string | undefined {
      const read = text.trim() === '' ? 0n : readMicros(text, i18n.language)
      return typeof read === 'string' ? wordsOf(read) : undefined
    },
  }
}

/** Bounds of a filter as they cross the wire, by name: one that is no amount (yet) bounds nothing. */
export function boundsOf<N extends string>(
  typed: Readonly<Record<N, string>>,
  names: readonly N[],
  locale: string,
): Partial<Record<N, string>> {
  const bounds: Partial<Record<N, string>> = {}
  for (const name of names) {
    const read = readMicros(typed[name], locale)
    if (typeof read === 'bigint') bounds[name] = formatMicros(read)
  }
  return bounds
}
