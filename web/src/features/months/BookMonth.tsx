import type { CancelEffect, MonthOfBook } from '@truestrike/protocol/month-endpoints.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney, formatMoneySigned } from '../../lib/money-format.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { FundsBadge } from '../../ui/FundsBadge.tsx'
import { Num } from '../../ui/Num.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { houseEffect, isUnknown, unknownRange } from './house-effect.ts'

/** A book's contracts that ended in a month. */
export function BookMonth({ figures }: { figures: MonthOfBook }) {
  const { t } = useTranslation(['proof', 'contracts'])
  const id = useId()
  const { fundsMode } = useSiteInfo()
  const { book, completed, equal, cancelled } = figures
  const lines = [
    { key: 'completed', label: t('months.completed'), value: <Num>{grouped(completed)}</Num> },
    { key: 'equal', label: t('months.equal'), value: <Num>{grouped(equal.contracts)}</Num> },
    { key: 'stake', label: t('months.equalStake'), value: <Num unit="USDT">{formatMoney(equal.stake)}</Num> },
  ]
  return (
    <section className="card pm-book" aria-labelledby={id}>
      <h2 id={id}>
        {t(`contracts:book.${book}`)} {book === 'real' ? <FundsBadge funds={fundsMode} /> : null}
      </h2>
      <ValueList lines={lines} />
      <div className="pm-cancelled-head">
        <h3>{t('months.cancelled')}</h3>
        <span className="cap">{t('months.effect')}</span>
      </div>
      <ul className="pm-cancelled">
        {cancelled.map(({ reason, ...effect }) => (
          <li key={reason}>
            <span>{t(`months.reason.${reason}`)}</span>
            {effect.contracts === 0 ? <Num className="t3">0</Num> : <EffectFigure effect={effect} />}
            {effect.contracts === 0 ? null : <EffectText effect={effect} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The effect on the house; what nobody can value is a range. */
export function EffectFigure({ effect }: { effect: CancelEffect }) {
  const { low, high } = unknownRange(effect)
  return isUnknown(effect) ? (
    <Num>
      {formatMoneySigned(low)} … {formatMoneySigned(high)}
    </Num>
  ) : (
    <Num>{formatMoneySigned(houseEffect(effect))}</Num>
  )
}

/** How many contracts, their stakes, and what the figure is made of. */
export function EffectText({ effect }: { effect: CancelEffect }) {
  const { t } = useTranslation('proof')
  const { contracts, stake, kept, paid, unknown } = effect
  const { low, high } = unknownRange(effect)
  const money = (amount: string): string => isolated(formatMoney(amount))
  return (
    <p className="cap">
      {t('months.returned', { count: contracts, stake: money(stake) })}{' '}
      {isUnknown(effect) ? null : t('months.had', { kept: money(kept), paid: money(paid) })}{' '}
      {unknown.contracts === 0 || isUnknown(effect)
        ? null
        : t('months.unknown', {
            count: unknown.contracts,
            low: isolated(formatMoneySigned(low)),
            high: isolated(formatMoneySigned(high)),
          })}
    </p>
  )
}

const isolated = (text: string): string => `\u2066${text}\u2069`
const grouped = (count: number): string => count.toLocaleString('en-US')
