import type { ReviewedWithdrawal } from '@truestrike/protocol/review-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Num } from '../../ui/Num.tsx'
import type { ValueLine } from '../../ui/ValueList.tsx'

/** Who did what with a withdrawal, when, and what its user was told, in the order in which it happened. */
export function useHistory(order: ReviewedWithdrawal): ValueLine[] {
  const { t } = useTranslation('admin')
  const time = (label: string, ms: number | null) => ({
    label,
    value: ms === null ? null : <bdi>{formatDayAndClock(ms)}</bdi>,
  })
  const text = (label: string, words: string | null) => ({
    label,
    value: words === null ? null : <bdi className="adm-whole">{words}</bdi>,
  })
  const isPaid = order.state === 'completed'
  const isDecided = order.state === 'rejected' || order.state === 'failed'
  const lines = [
    time(t('orders.created'), order.createdMs),
    time(t('orders.approved'), order.approvedMs),
    text(t('orders.approvedBy'), order.approvedBy),
    time(t('orders.paid'), isPaid ? order.endedMs : null),
    text(t('orders.paidBy'), order.paidBy),
    time(t('orders.decided'), isDecided ? order.endedMs : null),
    text(t('orders.decidedBy'), isDecided ? order.reviewer : null),
    text(t('orders.remark'), order.remark),
    time(t('orders.returned'), order.returnedMs),
    text(t('orders.returnedBy'), order.returnedBy),
    text(t('orders.returnReason'), order.returnRemark),
    time(t('orders.corrected'), order.correctedMs),
    text(t('orders.correctedBy'), order.correctedBy),
    text(t('orders.correctionReason'), order.correctionRemark),
    text(t('orders.payoutRef'), order.payoutRef),
    {
      label: t('orders.shortfall'),
      value:
        order.shortfall === null || /^[0.]+$/.test(order.shortfall) ? null : (
          <Num unit="USDT">{formatMoneyExact(order.shortfall)}</Num>
        ),
    },
  ]
  return lines.flatMap(({ label, value }) => (value === null ? [] : [{ key: label, label, value }]))
}
