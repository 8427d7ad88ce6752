import type { Risk } from '@truestrike/protocol/dashboard-endpoints.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact, microsOf } from '../../lib/money-format.ts'
import { classes } from '../../ui/class-names.ts'
import { Num } from '../../ui/Num.tsx'
import { lossText, shareText } from '../dashboard/figure-texts.ts'

/** The sums of all products, and the limits they are held against. */
export function RiskFigures({ of }: { of: Risk }) {
  const { t } = useTranslation(['admin-market', 'admin'])
  const { total, house, limit, warningBps, book } = of
  return (
    <dl className={classes('adm-figures', house === null && 'adm-figures-four')}>
      <Figure
        label={t('admin:dashboard.worst')}
        value={
          <Num tone={microsOf(total.worstCase) === 0n ? undefined : 'loss'}>{lossText(total.worstCase)}</Num>
        }
      >
        {total.worstWay === null ? t('risk.nothing') : t(`admin:dashboard.way.${total.worstWay}`)}
      </Figure>
      {(['up', 'down'] as const).map((side) => (
        <Figure
          key={side}
          label={t(side === 'up' ? 'risk.upStake' : 'risk.downStake')}
          value={<Num>{formatMoneyExact(total[side].stake)}</Num>}
        >
          {t('admin:dashboard.contracts', { count: total[side].contracts })} ·{' '}
          {t('risk.payout', { amount: `\u2066${formatMoneyExact(total[side].payout)}\u2069` })}
        </Figure>
      ))}
      <Figure label={t('risk.limit')} value={<Num>{formatMoneyExact(limit)}</Num>}>
        {t(book === 'demo' ? 'risk.perUser' : 'risk.perMinute')} ·{' '}
        {t('risk.warnFrom', { share: `\u2066${shareText(warningBps)}\u2069` })}
      </Figure>
      {house === null ? null : (
        <Figure label={t('risk.room')} value={<Num>{formatMoneyExact(house.room)}</Num>}>
          {t('risk.funds', { amount: `\u2066${formatMoneyExact(house.funds)}\u2069` })}
        </Figure>
      )}
    </dl>
  )
}

function Figure({ label, value, children }: { label: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className="panel">
      <dt>{label}</dt>
      <dd>
        <b>{value}</b>
        <span className="cap">{children}</span>
      </dd>
    </div>
  )
}
