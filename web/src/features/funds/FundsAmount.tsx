import type { FocusEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { fieldText, typingText } from '../../lib/amount-text.ts'
import { formatMoney, microsOf } from '../../lib/money-format.ts'
import { Num } from '../../ui/Num.tsx'
import { FundsField } from './FundsField.tsx'
import { type AmountRules, shownLimits, type useAmount } from './use-amount.ts'

interface FundsAmountProps extends Pick<AmountRules, 'limits' | 'available'> {
  form: {
    values: Record<'amount', string>
    faults: Partial<Record<'amount', string | undefined>>
    set(name: 'amount', value: string): void
    leave(name: 'amount'): void
  }
  amount: ReturnType<typeof useAmount>
}

/** How much, with what there is and what is allowed. */
export function FundsAmount({ form, amount, limits, available }: FundsAmountProps) {
  const { t } = useTranslation('funds')
  const put = (micros: bigint | null): void => {
    if (micros !== null) form.set('amount', fieldText(micros))
  }
  const putMost = (): void => {
    const [there, max] = [microsOf(available), microsOf(limits.max)]
    put(there !== null && max !== null && max < there ? max : there)
    form.leave('amount')
  }
  const focus = ({ target }: FocusEvent<HTMLInputElement>): void => {
    const typing = typingText(form.values.amount)
    if (typing === form.values.amount) return
    // Reached with the keyboard it is selected, and so it stays as it is typed.
    const isWhole = target.selectionStart === 0 && target.selectionEnd === target.value.length
    flushSync(() => form.set('amount', typing))
    if (isWhole) target.select()
  }
  // What was read is what stands there from then on; what is unclear stays as it was typed.
  const leave = (): void => {
    if (form.values.amount.trim() === '') return
    put(amount.microsIn(form.values.amount))
    form.leave('amount')
  }
  return (
    <FundsField
      name="amount"
      label={t('amount')}
      form={form}
      aside={
        available === undefined ? null : (
          <span>
            {t('available')} <Num unit="USDT">{formatMoney(available)}</Num>
          </span>
        )
      }
      hint={t('between', shownLimits(limits))}
      input={{ dir: 'ltr', inputMode: 'decimal', maxLength: 24, onFocus: focus, onBlur: leave }}
      trailing={
        <>
          <span className="t3">USDT</span>
          {available === undefined ? null : (
            <button type="button" className="link hit" onClick={putMost}>
              {t('max')}
            </button>
          )}
        </>
      }
    />
  )
}
