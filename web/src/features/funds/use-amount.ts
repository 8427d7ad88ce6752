import { formatMicros } from '@truestrike/core/money.ts'
import { useTranslation } from 'react-i18next'
import { readAmount } from '../../lib/amount-text.ts'
import { isolatedLtr } from '../../lib/isolated-text.ts'
import { formatMoney, microsOf } from '../../lib/money-format.ts'

export interface AmountRules {
  limits: { min: string; max: string }
  /** What there is to take from; undefined where money comes in, or while nobody knows. */
  available?: string | undefined
  /** With 'Insufficient balance', the most that can go, which is within the limits. */
  upTo?: (micros: bigint, reason: string) => string
}

/** What an amount as typed says, and what speaks against it, in the order in which the server would refuse it. */
export function useAmount({ limits, available, upTo }: AmountRules) {
  const { t, i18n } = useTranslation('funds')
  const [min, max, there] = [limits.min, limits.max, available].map(microsOf)

  const microsIn = (text: string): bigint | null => {
    const read = readAmount(text, i18n.language)
    return typeof read === 'string' ? null : read
  }

  function faultOf(text: string): string | undefined {
    const read = readAmount(text, i18n.language)
    if (read === 'unclear-amount') return t('wrong.unclear')
    if (typeof read === 'string') return t('wrong.amount')
    if ((min != null && read < min) || (max != null && read > max)) return t('between', shownLimits(limits))
    return there != null && read > there ? shortOf(there) : undefined
  }

  function shortOf(balance: bigint): string {
    const reason = t('wrong.balance')
    const most = max != null && max < balance ? max : balance
    return upTo === undefined || (min != null && most < min) ? reason : upTo(most, reason)
  }

  return {
    microsIn,
    faultOf,
    /** As the calls want it; what is no amount goes as it was typed. */
    plain: (text: string): string => {
      const micros = microsIn(text)
      return micros === null ? text.trim() : formatMicros(micros)
    },
  }
}

/** For a text, in one piece each. */
export const shownLimits = ({ min, max }: AmountRules['limits']) => ({
  min: isolatedLtr(formatMoney(min)),
  max: isolatedLtr(formatMoney(max)),
})

/** A most, cut so that it never promises more than there is. */
export const shownMost = (micros: bigint): string => isolatedLtr(formatMoney(formatMicros(micros)))
