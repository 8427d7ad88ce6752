import { useTranslation } from 'react-i18next'
import { formatMoneySigned, toneOf } from '../../lib/money-format.ts'
import { Num } from '../../ui/Num.tsx'
import { Triangle } from '../../ui/Triangle.tsx'

interface DayChangeProps {
  /** Undefined: not known yet. */
  change: string | undefined
  /** Null: there was nothing to change. */
  changeBps: number | null
  hidden: boolean
}

/** What contracts brought in a day: its share of what was there, and the amount where amounts are shown. */
export function DayChange({ change, changeBps, hidden }: DayChangeProps) {
  const { t } = useTranslation('funds')
  const tone = toneOf(change)
  return (
    <p className="cap fu-change">
      {changeBps === null ? null : (
        <Num tone={tone}>
          {tone === undefined ? null : <Triangle up={tone === 'gain'} />}
          {`${formatMoneySigned((changeBps / 100).toFixed(2))}%`}
        </Num>
      )}
      {hidden ? null : <Num tone={tone}>{formatMoneySigned(change)}</Num>}
      <span>{t('change')}</span>
    </p>
  )
}
