import type { Dashboard } from '@truestrike/protocol/dashboard-endpoints.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact, microsOf, toneOf } from '../../lib/money-format.ts'
import { pairText } from '../../lib/pair-name.ts'
import { formatMoneySignedExact } from '../../lib/signed-exact-money.ts'
import { Num } from '../../ui/Num.tsx'
import { countText, lossText, shareText } from './figure-texts.ts'

/** What an operator looks at first. */
export function KeyFigures({ of }: { of: Dashboard }) {
  const { t } = useTranslation('admin')
  const { orders, open, house, worstCase, fullest } = of
  const trend = orders.yesterdayByNow === 0 ? null : orders.today / orders.yesterdayByNow - 1
  return (
    <dl className="adm-figures">
      <Figure label={t('dashboard.online')} value={<Num>{countText(of.usersOnline)}</Num>} />
      <Figure label={t('dashboard.orders')} value={<Num>{countText(orders.today)}</Num>}>
        {trend === null ? (
          t('dashboard.noneYesterday')
        ) : (
          <>
            <Num tone={trend < 0 ? 'loss' : 'gain'}>{shareText(Math.round(trend * 10_000), true)}</Num>{' '}
            {t('dashboard.vsYesterday')}
          </>
        )}
      </Figure>
      <Figure label={t('dashboard.openStake')} value={<Num>{formatMoneyExact(open.stake)}</Num>}>
        {t('dashboard.contracts', { count: open.contracts })}
      </Figure>
      <Figure
        label={t('dashboard.result')}
        value={<Num tone={toneOf(house.result)}>{formatMoneySignedExact(house.result)}</Num>}
      >
        {house.shareBps === null
          ? t('dashboard.noneSettled')
          : t('dashboard.ofVolume', {
              share: shareText(house.shareBps),
              stake: formatMoneyExact(house.stake),
            })}
      </Figure>
      <Figure
        label={t('dashboard.worst')}
        value={<Num tone={microsOf(worstCase) === 0n ? undefined : 'loss'}>{lossText(worstCase)}</Num>}
      >
        {fullest === null
          ? t('dashboard.limit', { limit: formatMoneyExact(of.limit) })
          : t('dashboard.fullest', {
              share: shareText(fullest.shareBps),
              limit: formatMoneyExact(of.limit),
              symbol: pairText(fullest.symbol),
            })}
      </Figure>
    </dl>
  )
}

function Figure({ label, value, children }: { label: string; value: ReactNode; children?: ReactNode }) {
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
