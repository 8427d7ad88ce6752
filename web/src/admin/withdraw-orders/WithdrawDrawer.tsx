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
import { useMay } from '../frame/use-may.ts'
import { ActForm, TakeForm } from '../orders/ActForm.tsx'
import { OrderDrawer } from '../orders/OrderDrawer.tsx'
import { OrderLedger } from '../orders/OrderLedger.tsx'
import { OrderUser } from '../orders/OrderUser.tsx'
import { TwoFrom } from '../orders/TwoFrom.tsx'
import type { Acts } from '../orders/use-acts.ts'
import type { OrderSteps } from '../orders/use-orders.ts'
import { WithdrawChecks } from './WithdrawChecks.tsx'
import { withdrawNumber } from './withdraw-columns.tsx'

interface WithdrawDrawerProps extends OrderSteps {
  order: ReviewedWithdrawal
  acts: Acts
}

export function WithdrawDrawer({ order, acts, ...steps }: WithdrawDrawerProps) {
  const { t } = useTranslation('admin')
  const mayAct = useMay(takeWithdrawOrder)
  const { data } = useQuery({
    queryKey: ['admin-withdraw-order', order.id, order.version],
    queryFn: () => adminCall(getWithdrawOrder, { params: { id: order.id } }),
  })
  return (
    <OrderDrawer
      page="withdraw-orders"
      number={withdrawNumber(order.id)}
      state={order.state}
      takenBy={order.state === 'processing' ? order.takenBy : null}
      fault={acts.fault}
      foot={mayAct ? <WithdrawSteps order={order} acts={acts} /> : null}
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
          <OrderLedger entries={data.entries} ownRef={`withdrawal:${order.id}`} uid={order.uid} />
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
                { key: 'approvedBy', label: t('orders.approvedBy'), value: <bdi>{order.approvedBy}</bdi> },
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

type StepsProps = Pick<WithdrawDrawerProps, 'order' | 'acts'>

function WithdrawSteps({ order, acts }: StepsProps) {
  const { id, version } = order
  const params = { id }
  if (order.state === 'completed' && order.returnedMs === null) return <Return {...{ order, acts }} />
  if (order.state !== 'pending' && order.state !== 'processing') return null
  if (order.takenBy !== 'me' || order.state === 'pending')
    return (
      <TakeForm
        {...{ acts, takenBy: order.takenBy }}
        onTake={() => adminCall(takeWithdrawOrder, { params, body: { version } })}
      />
    )
  return order.approvedMs === null ? <Decide {...{ order, acts }} /> : <Pay {...{ order, acts }} />
}

function Decide({ order, acts }: StepsProps) {
  const { t } = useTranslation('admin')
  const { id, version, nobodyElse, twoFromMs } = order
  const params = { id }
  return (
    <>
      {nobodyElse ? <TwoFrom fromMs={twoFromMs} alone={t('orders.nobodyElse')} /> : null}
      <ActForm
        {...{ acts }}
        note={{ label: t('orders.note'), neededFor: 'reject' }}
        steps={[
          {
            ...{ name: 'reject', label: t('orders.step.reject') },
            work: (remark) => adminCall(rejectWithdrawOrder, { params, body: { version, remark } }),
          },
          {
            ...{ name: 'approve', label: t('orders.step.approve'), amount: order.actual },
            ...{ isMain: true, isHeld: nobodyElse },
            work: () => adminCall(approveWithdrawOrder, { params, body: { version } }),
          },
        ]}
      />
    </>
  )
}

/** What is approved: paid, or known to fail; who may not pay it can still let the user have it back. */
function Pay({ order, acts }: StepsProps) {
  const { t } = useTranslation('admin')
  const { id, version, needsOther, twoFromMs } = order
  const params = { id }
  const fail = {
    ...{ name: 'fail', label: t('orders.step.fail') },
    work: (remark: string) => adminCall(failWithdrawOrder, { params, body: { version, remark } }),
  }
  const pay = {
    ...{
      name: 'pay',
      label: t('orders.step.pay'),
      amount: order.actual,
      isMain: true,
      isHeld: twoFromMs !== null,
    },
    work: (payoutRef: string) => adminCall(payWithdrawOrder, { params, body: { version, payoutRef } }),
  }
  return (
    <>
      {needsOther ? <p className="cap">{t('orders.needsOther')}</p> : <TwoFrom fromMs={twoFromMs} />}
      <ActForm
        {...{ acts }}
        note={{ label: t(needsOther ? 'orders.failNote' : 'orders.payNote'), neededFor: 'both' }}
        steps={needsOther ? [fail] : [fail, pay]}
      />
    </>
  )
}

/** What was paid came back: above the limit it is booked by another one than who paid it. */
function Return({ order, acts }: StepsProps) {
  const { t } = useTranslation('admin')
  const { id, version, needsOther, nobodyElse, twoFromMs } = order
  const alone = needsOther ? t(nobodyElse ? 'orders.returnNobody' : 'orders.returnOther') : null
  return (
    <>
      <TwoFrom fromMs={twoFromMs} alone={alone} />
      <ActForm
        {...{ acts }}
        note={{ label: t('orders.returnNote'), neededFor: 'return' }}
        steps={[
          {
            ...{ name: 'return', label: t('orders.step.return') },
            isHeld: needsOther || twoFromMs !== null,
            work: (remark) => adminCall(returnWithdrawOrder, { params: { id }, body: { version, remark } }),
          },
        ]}
      />
    </>
  )
}
