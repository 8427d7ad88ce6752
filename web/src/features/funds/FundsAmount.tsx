import { useTranslation } from 'react-i18next'
import { isolatedLtr } from '../../lib/isolated-text.ts'
import { formatMoney } from '../../lib/money-format.ts'
import { Num } from '../../ui/Num.tsx'
import { FundsField } from './FundsField.tsx'

interface FundsAmountProps {
  form: {
    values: Record<'amount', string>
    faults: Partial<Record<'amount', string>>
    set(name: 'amount', value: string): void
  }
  limits: { min: string; max: string } | undefined
  /** What there is to take from; left out where money comes in. */
  available?: string | undefined
}

/** How much, with what there is and what is allowed. */
export function FundsAmount({ form, limits, available }: FundsAmountProps) {
  const { t } = useTranslation('funds')
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
      hint={
        limits === undefined
          ? undefined
          : t('between', {
              min: isolatedLtr(formatMoney(limits.min)),
              max: isolatedLtr(formatMoney(limits.max)),
            })
      }
      input={{ dir: 'ltr', inputMode: 'decimal', maxLength: 24 }}
      trailing={
        <>
          <span className="t3">USDT</span>
          {available === undefined ? null : (
            <button type="button" className="link hit" onClick={() => form.set('amount', available)}>
              {t('max')}
            </button>
          )}
        </>
      }
    />
  )
}
