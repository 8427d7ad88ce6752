import { formatMicros, parseMicros } from '@truestrike/core/money.ts'
import {
  approveWithdrawOrder,
  type ReviewedWithdrawal,
  takeWithdrawOrder,
} from '@truestrike/protocol/review-endpoints.ts'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Num } from '../../ui/Num.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import type { useActs } from '../orders/use-orders.ts'
import { isWhole, type Passed } from './use-checks.ts'

interface BulkBarProps {
  rows: readonly ReviewedWithdrawal[]
  checks: ReadonlyMap<string, Passed>
  acts: ReturnType<typeof useActs>
  onClear: () => void
}

/** Takes on and approves what was chosen, one after the other; the first refusal ends it. */
export function BulkBar({ rows, checks, acts, onClear }: BulkBarProps) {
  const { t } = useTranslation('admin')
  const isAllWell = rows.every(({ id }) => isWhole(checks.get(id)))
  const approve = async (): Promise<void> => {
    const isDone = await acts.act('bulk', async () => {
      for (const { id, version } of rows) {
        const taken = await adminCall(takeWithdrawOrder, { params: { id }, body: { version } })
        await adminCall(approveWithdrawOrder, {
          ...{ params: { id }, body: { version: taken.withdrawal.version } },
        })
      }
    })
    if (isDone) onClear()
  }
  return (
    <div className="adm-bulk" role="status">
      <b>{t('orders.bulk.chosen', { count: rows.length })}</b>
      <span className="text-soft">
        <Num unit="USDT">{formatMoneyExact(totalOf(rows))}</Num>{' '}
        {t(isAllWell ? 'orders.bulk.allPassed' : 'orders.bulk.notPassed')}
      </span>
      <span className="flex-1" />
      <Button size="s" variant="ghost" onClick={onClear}>
        {t('orders.bulk.clear')}
      </Button>
      <Button
        size="s"
        variant="primary"
        icon={Check}
        pending={acts.pending === 'bulk'}
        onClick={() => void approve()}
      >
        {t('orders.bulk.approve', { count: rows.length })}
      </Button>
    </div>
  )
}

function totalOf(rows: readonly ReviewedWithdrawal[]): string {
  let total = 0n
  for (const { actual } of rows) {
    const micros = parseMicros(actual)
    if (micros.ok) total += micros.value
  }
  return formatMicros(total)
}
