import type { BalanceDays } from '@truestrike/protocol/bill-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../lib/money-format.ts'
import { formatUtcDay } from './balance-shape.ts'

/** The chart for whoever listens: a line a day, newest first. */
export function DayTable({ days }: { days: BalanceDays }) {
  const { t } = useTranslation('funds')
  return (
    <table className="sr-only">
      <caption>{t('chart.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('chart.day')}</th>
          <th scope="col">{t('chart.balance')}</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ dayMs, closing }) => (
          <tr key={dayMs}>
            <th scope="row">{formatUtcDay(dayMs)}</th>
            <td>{formatMoney(closing)} USDT</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
