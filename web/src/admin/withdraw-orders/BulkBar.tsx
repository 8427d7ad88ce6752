import { formatMicros, parseMicros } from '@truestrike/core/money.ts'
import {
  approveWithdrawOrder,
  type ReviewedWithdrawal,
  rejectWithdrawOrder,
} from '@truestrike/protocol/review-endpoints.ts'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Num } from '../../ui/Num.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { BulkReject } from './BulkReject.tsx'
import { OBSTACLES, obstaclesOf, type Passed } from './use-checks.ts'

interface BulkBarProps {
  rows: readonly ReviewedWithdrawal[]
  checks: ReadonlyMap<string, Passed>
  isPending: boolean
  /** Takes on and decides all of them. */
  onDecide: (work: Decide) => Promise<void>
  onClear: () => void
}

/** Decides one order that was taken on. */
export type Decide = (taken: { params: { id: string }; version: number }) => Promise<unknown>

/** What was chosen, and what becomes of it once asked about. */
export function BulkBar({ rows, checks, isPending, onDecide, onClear }: BulkBarProps) {
  const { t } = useTranslation('admin')
  const [asked, setAsked] = useState<'approve' | 'reject' | null>(null)
  const decide = async (work: Decide): Promise<void> => {
    await onDecide(work)
    setAsked(null)
  }
  // Closing stops nothing that is under way.
  const close = (): void => {
    if (!isPending) setAsked(null)
  }
  const obstacles = rows.map((row) => obstaclesOf(row, checks.get(row.id)))
  const reasons = OBSTACLES.flatMap((obstacle) => {
    const count = obstacles.filter((each) => each.has(obstacle)).length
    return count === 0 ? [] : [t(`orders.bulk.reason.${obstacle}`, { count })]
  })
  const isClear = reasons.length === 0
  const toSend = (
    <>
      <Num unit="USDT">{formatMoneyExact(totalOf(rows.map(({ actual }) => actual)))}</Num>{' '}
      {t(isClear ? 'orders.bulk.allPassed' : 'orders.bulk.toSend')}
    </>
  )
  return (
    <div className="adm-bulk" role="status">
      <b>{t('orders.bulk.chosen', { count: rows.length })}</b>
      <span className="text-soft">{toSend}</span>
      <span className="flex-1" />
      <Button size="s" variant="ghost" onClick={onClear}>
        {t('orders.bulk.clear')}
      </Button>
      <Button size="s" icon={X} pending={isPending} onClick={() => setAsked('reject')}>
        {t('orders.bulk.reject', { count: rows.length })}
      </Button>
      <Button
        size="s"
        variant="primary"
        icon={Check}
        pending={isPending}
        disabled={!isClear}
        onClick={() => setAsked('approve')}
      >
        {t('orders.bulk.approve', { count: rows.length })}
      </Button>
      {isClear ? null : (
        <p className="cap">{t('orders.bulk.notTogether', { reasons: reasons.join(' · ') })}</p>
      )}
      <ConfirmDialog
        open={asked === 'approve' && (isClear || isPending)}
        onOpenChange={close}
        title={t('orders.bulk.ask', { count: rows.length })}
        confirmLabel={t('orders.bulk.approve', { count: rows.length })}
        onConfirm={() =>
          void decide(({ params, version }) => adminCall(approveWithdrawOrder, { params, body: { version } }))
        }
        pending={isPending}
      >
        <p>{toSend}</p>
      </ConfirmDialog>
      <BulkReject
        open={asked === 'reject'}
        count={rows.length}
        sum={totalOf(rows.map(({ amount }) => amount))}
        onClose={close}
        onReject={(remark) =>
          void decide(({ params, version }) =>
            adminCall(rejectWithdrawOrder, { params, body: { version, remark } }),
          )
        }
        pending={isPending}
      />
    </div>
  )
}

export function totalOf(amounts: readonly string[]): string {
  let total = 0n
  for (const amount of amounts) {
    const micros = parseMicros(amount)
    if (micros.ok) total += micros.value
  }
  return formatMicros(total)
}
