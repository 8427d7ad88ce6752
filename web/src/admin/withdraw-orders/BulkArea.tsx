import { type ReviewedWithdrawal, takeWithdrawOrder } from '@truestrike/protocol/review-endpoints.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOutcomeUnknown } from '../../lib/api-error.ts'
import { isolatedLtr } from '../../lib/isolated-text.ts'
import { Banner } from '../../ui/Banner.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { ActFault } from '../orders/ActFault.tsx'
import { useActs } from '../orders/use-acts.ts'
import { BulkBar, type Decide } from './BulkBar.tsx'
import type { Passed } from './use-checks.ts'
import { withdrawNumber } from './withdraw-columns.tsx'

interface BulkAreaProps {
  /** What the table shows. */
  rows: readonly ReviewedWithdrawal[]
  chosen: ReadonlySet<string>
  checks: ReadonlyMap<string, Passed>
  refresh: () => Promise<unknown>
  onClear: () => void
}

/** Where deciding several came to its end before the last. */
interface Stop {
  done: number
  all: number
  id: string
  isTaken: boolean
}

/** Decides several orders together, and says what became of that. */
export function BulkArea({ rows, chosen, checks, refresh, onClear }: BulkAreaProps) {
  const { t } = useTranslation('admin')
  const acts = useActs(refresh)
  // Those under way leave the list one by one.
  const [underWay, setUnderWay] = useState<readonly ReviewedWithdrawal[] | null>(null)
  const [stop, setStop] = useState<Stop | null>(null)
  const picked = underWay ?? rows.filter(({ id }) => chosen.has(id))
  const decide = async (work: Decide): Promise<void> => {
    setUnderWay(picked)
    setStop(null)
    const isDone = await acts.act('bulk', () => decideAll(picked, work, setStop))
    setUnderWay(null)
    if (isDone) onClear()
  }
  return (
    <>
      <div role="alert">{stop === null ? null : <Banner>{told(stop)}</Banner>}</div>
      <ActFault fault={acts.fault} />
      {picked.length > 0 ? (
        <BulkBar rows={picked} {...{ checks, onClear }} isPending={acts.pending !== null} onDecide={decide} />
      ) : rows.length > 0 ? (
        <p className="cap">{t('orders.bulk.only')}</p>
      ) : null}
    </>
  )

  function told({ done, all, id, isTaken }: Stop): string {
    const where = t('orders.bulk.stopped', { done, all, order: isolatedLtr(withdrawNumber(id)) })
    return isTaken ? `${where} ${t('orders.bulk.stoppedTaken')}` : where
  }
}

/** Takes on and decides one after the other; the first refusal ends it. */
async function decideAll(
  orders: readonly ReviewedWithdrawal[],
  work: Decide,
  onStop: (stop: Stop) => void,
): Promise<void> {
  for (const [done, { id, version }] of orders.entries()) {
    const params = { id }
    let isTaken = false
    try {
      const { withdrawal } = await adminCall(takeWithdrawOrder, { params, body: { version } })
      isTaken = true
      await work({ params, version: withdrawal.version })
    } catch (error) {
      // An answer that was lost may have been a decision.
      onStop({ done, all: orders.length, id, isTaken: isTaken && !isOutcomeUnknown(error) })
      throw error
    }
  }
}
