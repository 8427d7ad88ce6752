import { useQuery } from '@tanstack/react-query'
import { getWithdrawOrder } from '@truestrike/protocol/order-details-endpoints.ts'
import {
  approveWithdrawOrder,
  failWithdrawOrder,
  payWithdrawOrder,
  type ReviewedWithdrawal,
  rejectWithdrawOrder,
  returnWithdrawOrder,
  takeWithdrawOrder,
} from '@truestrike/protocol/review-endpoints.ts'
import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../lib/copy-text.ts'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Num } from '../../ui/Num.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { ActForm, TakeForm } from '../orders/ActForm.tsx'
import { OrderDrawer } from '../orders/OrderDrawer.tsx'
import { OrderLedger } from '../orders/OrderLedger.tsx'
import { OrderUser } from '../orders/OrderUser.tsx'
import type { OrderSteps, useActs } from '../orders/use-orders.ts'
import { WithdrawChecks } from './WithdrawChecks.tsx'
import { withdrawNumber } from './withdraw-columns.tsx'

interface WithdrawDrawerProps extends OrderSteps {
  order: ReviewedWithdrawal
  acts: ReturnType<typeof useActs>
}

export function WithdrawDrawer({ order, acts, ...steps }: WithdrawDrawerProps) {
  const { t } = useTranslation('admin')
  const { data } = useQuery({
    queryKey: ['admin-withdraw-order', order.id, order.version],
    queryFn: () => adminCall(getWithdrawOrder, { params: { id: order.id } }),
  })
  return (
    <OrderDrawer
      number={withdrawNumber(order.id)}
      state={order.state}
      takenBy={order.state === 'processing' ? order.takenBy : null}
      fault={acts.fault}
      foot={<WithdrawSteps order={order} acts={acts} />}
      {...steps}
    >
      <div className="adm-figure">
        <span className="col">
          <span className="cap">{t('orders.column.toSend')}</span>
          <b>
            <Num unit="USDT">{formatMoneyExact(order.actual)}</Num>
          </b>
        </span>
        <span className="col cap">
          <span>
            {t('orders.asked')} <Num>{formatMoneyExact(order.amount)}</Num>
          </span>
          <span>
            {t('orders.fee')} <Num>{formatMoneyExact(order.fee)}</Num>
          </span>
        </span>
      </div>
      <Target of={order} />
      <OrderUser {...order} details={data?.user} />
      {data === undefined ? (
        <Skeleton width="100%" height={160} />
      ) : (
        <>
          <WithdrawChecks of={data.checks} />
          <OrderLedger entries={data.entries} ownRef={`withdrawal:${order.id}`} />
        </>
      )}
      <ValueList
        lines={[
          {
            ...{ key: 'created', label: t('orders.created') },
            value: <bdi>{formatDayAndClock(order.createdMs)}</bdi>,
          },
          ...(order.approvedMs === null
            ? []
            : [
                {
                  ...{ key: 'approved', label: t('orders.approved') },
                  value: <bdi>{formatDayAndClock(order.approvedMs)}</bdi>,
                },
              ]),
          ...(order.payoutRef === null
            ? []
            : [{ key: 'ref', label: t('orders.payoutRef'), value: <bdi>{order.payoutRef}</bdi> }]),
          ...(order.remark === null
            ? []
            : [{ key: 'remark', label: t('orders.remark'), value: <bdi>{order.remark}</bdi> }]),
        ]}
      />
    </OrderDrawer>
  )
}

/** Where the money goes, to be copied letter by letter. */
function Target({ of }: { of: ReviewedWithdrawal }) {
  const { t } = useTranslation('admin')
  if (of.method === 'wallet')
    return <Copied label={t(`orders.methods.${of.network ?? 'eth'}`)} text={of.address ?? ''} />
  return (
    <>
      <Copied label={t('orders.account.name')} text={of.payee?.accountName ?? ''} />
      <Copied label={t('orders.account.number')} text={of.payee?.accountNumber ?? ''} />
      <Copied label={t('orders.account.bank')} text={of.payee?.bankName ?? ''} />
    </>
  )
}

function Copied({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation('admin')
  return (
    <div className="adm-copied">
      <span className="col min-w-0">
        <span className="cap">{label}</span>
        <bdi className="mono">{text}</bdi>
      </span>
      <IconButton
        size="s"
        icon={Copy}
        label={t('orders.copy', { what: label })}
        onClick={() => void copyText(text)}
      />
    </div>
  )
}

function WithdrawSteps({ order, acts }: { order: ReviewedWithdrawal; acts: ReturnType<typeof useActs> }) {
  const { t } = useTranslation('admin')
  const { id, version } = order
  const params = { id }
  if (order.state === 'completed' && order.returnedMs === null)
    return (
      <ActForm
        {...{ acts }}
        note={{ label: t('orders.returnNote'), neededFor: 'return' }}
        steps={[
          {
            ...{ name: 'return', label: t('orders.step.return') },
            work: (remark) => adminCall(returnWithdrawOrder, { params, body: { version, remark } }),
          },
        ]}
      />
    )
  if (order.state !== 'pending' && order.state !== 'processing') return null
  if (order.takenBy !== 'me' || order.state === 'pending')
    return (
      <TakeForm
        {...{ acts, takenBy: order.takenBy }}
        onTake={() => adminCall(takeWithdrawOrder, { params, body: { version } })}
      />
    )
  if (order.approvedMs === null)
    return (
      <ActForm
        {...{ acts }}
        note={{ label: t('orders.note'), neededFor: 'reject' }}
        steps={[
          {
            ...{ name: 'reject', label: t('orders.step.reject') },
            work: (remark) => adminCall(rejectWithdrawOrder, { params, body: { version, remark } }),
          },
          {
            ...{ name: 'approve', label: t('orders.step.approve'), amount: order.actual, isMain: true },
            work: () => adminCall(approveWithdrawOrder, { params, body: { version } }),
          },
        ]}
      />
    )
  if (order.needsOther) return <p className="cap">{t('orders.needsOther')}</p>
  return (
    <ActForm
      {...{ acts }}
      note={{ label: t('orders.payNote'), neededFor: 'both' }}
      steps={[
        {
          ...{ name: 'fail', label: t('orders.step.fail') },
          work: (remark) => adminCall(failWithdrawOrder, { params, body: { version, remark } }),
        },
        {
          ...{ name: 'pay', label: t('orders.step.pay'), amount: order.actual, isMain: true },
          work: (payoutRef) => adminCall(payWithdrawOrder, { params, body: { version, payoutRef } }),
        },
      ]}
    />
  )
}
