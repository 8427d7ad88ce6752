import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { isolated } from '../../lib/isolated-text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { RowDrawer, type RowSteps } from '../table/RowDrawer.tsx'
import { ActFault } from './ActFault.tsx'
import { type OrderState, stateWord } from './use-orders.ts'

interface OrderDrawerProps extends RowSteps {
  page: 'recharge-orders' | 'withdraw-orders'
  number: string
  state: OrderState
  takenBy: 'me' | 'other' | null
  /** The name of the administrator who has it. */
  reviewer: string | null
  fault: unknown
  foot: ReactNode
  children: ReactNode
}

/** One order beside the table: reviewers go from order to order. */
export function OrderDrawer({
  page,
  number,
  state,
  takenBy,
  reviewer,
  fault,
  foot,
  ...drawer
}: OrderDrawerProps) {
  const { t } = useTranslation('admin')
  const byOther = takenBy === 'other' ? t('orders.taken.by', { name: isolated(reviewer ?? '') }) : null
  // The order has been loaded again since: it says who was faster.
  const isTaken = byOther !== null && fault instanceof ApiError && fault.is('REVIEW_CONFLICT')
  return (
    <RowDrawer
      label={t('orders.order', { number })}
      title={number}
      badges={
        <>
          <Badge>{t(`orders.states.${stateWord(page, state)}`)}</Badge>
          {takenBy === null ? null : <Badge tone="accent">{byOther ?? t('orders.taken.me')}</Badge>}
        </>
      }
      foot={
        <>
          {isTaken ? (
            <div role="alert">
              <Banner>{byOther}</Banner>
            </div>
          ) : (
            <ActFault fault={fault} />
          )}
          {foot}
        </>
      }
      {...drawer}
    />
  )
}
