import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/Badge.tsx'
import { RowDrawer } from '../table/RowDrawer.tsx'
import { ActFault } from './ActFault.tsx'
import { type OrderState, type OrderSteps, stateWord } from './use-orders.ts'

interface OrderDrawerProps extends OrderSteps {
  page: 'recharge-orders' | 'withdraw-orders'
  number: string
  state: OrderState
  takenBy: 'me' | 'other' | null
  fault: unknown
  foot: ReactNode
  children: ReactNode
}

/** One order beside the table: reviewers go from order to order. */
export function OrderDrawer({ page, number, state, takenBy, fault, foot, ...drawer }: OrderDrawerProps) {
  const { t } = useTranslation('admin')
  return (
    <RowDrawer
      label={t('orders.order', { number })}
      title={number}
      badges={
        <>
          <Badge>{t(`orders.states.${stateWord(page, state)}`)}</Badge>
          {takenBy === null ? null : <Badge tone="accent">{t(`orders.taken.${takenBy}`)}</Badge>}
        </>
      }
      foot={
        <>
          <ActFault fault={fault} />
          {foot}
        </>
      }
      {...drawer}
    />
  )
}
