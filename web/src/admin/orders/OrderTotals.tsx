import { useTranslation } from 'react-i18next'
import { formatMoneyExact } from '../../lib/money-format.ts'
import type { OrderTotals as Totals } from './use-orders.ts'

/** How many orders the filter lists and what they ask for; where the server does not count, nothing. */
export function OrderTotals({ of }: { of: Totals }) {
  const { t } = useTranslation('admin')
  if (of === null || of.count === 0) return null
  return (
    <p className="cap adm-totals">
      {t('orders.totals', { count: of.count, sum: formatMoneyExact(of.amount) })}
    </p>
  )
}
