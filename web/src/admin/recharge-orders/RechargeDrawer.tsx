import { useQuery } from '@tanstack/react-query'
import { getRechargeOrder, getRechargeReceipt } from '@truestrike/protocol/order-details-endpoints.ts'
import {
  approveRechargeOrder,
  type ReviewedDeposit,
  rejectRechargeOrder,
  takeRechargeOrder,
} from '@truestrike/protocol/review-endpoints.ts'
import { FileText, Image } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { openAddress } from '../../lib/open-address.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Num } from '../../ui/Num.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { ActForm, TakeForm } from '../orders/ActForm.tsx'
import { OrderDrawer } from '../orders/OrderDrawer.tsx'
import { OrderLedger } from '../orders/OrderLedger.tsx'
import { OrderUser } from '../orders/OrderUser.tsx'
import type { OrderSteps, useActs } from '../orders/use-orders.ts'
import { rechargeNumber } from './recharge-columns.tsx'

interface RechargeDrawerProps extends OrderSteps {
  order: ReviewedDeposit
  acts: ReturnType<typeof useActs>
}

export function RechargeDrawer({ order, acts, ...steps }: RechargeDrawerProps) {
  const { t } = useTranslation('admin')
  const { payer } = order
  const params = { id: order.id }
  const { data } = useQuery({
    queryKey: ['admin-recharge-order', order.id, order.version],
    queryFn: () => adminCall(getRechargeOrder, { params }),
  })
  const open = async () => openAddress((await adminCall(getRechargeReceipt, { params })).address)
  return (
    <OrderDrawer
      number={rechargeNumber(order.id)}
      state={order.state}
      takenBy={order.state === 'processing' ? order.takenBy : null}
      fault={acts.fault}
      foot={<RechargeSteps order={order} acts={acts} />}
      {...steps}
    >
      <div className="adm-figure">
        <span className="col">
          <span className="cap">{t('orders.asked')}</span>
          <b>
            <Num unit="USDT">{formatMoneyExact(order.amount)}</Num>
          </b>
        </span>
        {order.credited === null ? null : (
          <span className="col cap">
            <span>
              {t('orders.credited')} <Num>{formatMoneyExact(order.credited)}</Num>
            </span>
          </span>
        )}
      </div>
      <OrderUser {...order} details={data?.user} />
      {order.receipt === null ? (
        <p className="cap">
          {t('orders.column.receipt')}: {t('orders.noReceipt')}
        </p>
      ) : (
        <Button
          size="s"
          icon={order.receipt.type === 'pdf' ? FileText : Image}
          pending={acts.pending === 'receipt'}
          onClick={() => void acts.act('receipt', open)}
        >
          {t('orders.receipt')}
        </Button>
      )}
      <ValueList
        lines={[
          { key: 'name', label: t('orders.account.name'), value: <bdi>{payer.accountName}</bdi> },
          { key: 'number', label: t('orders.account.number'), value: <bdi>{payer.accountNumber}</bdi> },
          { key: 'bank', label: t('orders.account.bank'), value: <bdi>{payer.bankName}</bdi> },
          {
            ...{ key: 'created', label: t('orders.created') },
            value: <bdi>{formatDayAndClock(order.createdMs)}</bdi>,
          },
          ...(data === undefined
            ? []
            : [
                {
                  ...{ key: 'earlier', label: t('orders.identity') },
                  value: t(`orders.identities.${data.user.identity}`),
                },
              ]),
          ...(order.remark === null
            ? []
            : [{ key: 'remark', label: t('orders.remark'), value: <bdi>{order.remark}</bdi> }]),
        ]}
      />
      {data === undefined ? null : (
        <>
          <p className="cap">
            {t('orders.earlier', { count: data.earlier.count, sum: formatMoneyExact(data.earlier.credited) })}
          </p>
          {data.sameAccountUsers === 0 ? null : (
            <Banner>{t('orders.same', { count: data.sameAccountUsers })}</Banner>
          )}
          <OrderLedger entries={data.entries} ownRef={`deposit:${order.id}`} />
        </>
      )}
    </OrderDrawer>
  )
}

function RechargeSteps({ order, acts }: { order: ReviewedDeposit; acts: ReturnType<typeof useActs> }) {
  const { t } = useTranslation('admin')
  const [credited, setCredited] = useState(order.amount)
  const { id, version } = order
  const params = { id }
  if (order.state !== 'pending' && order.state !== 'processing') return null
  if (order.takenBy !== 'me' || order.state === 'pending')
    return (
      <TakeForm
        {...{ acts, takenBy: order.takenBy }}
        onTake={() => adminCall(takeRechargeOrder, { params, body: { version } })}
      />
    )
  return (
    <>
      <Field label={t('orders.confirmed')} hint={t('orders.confirmedHint')}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            value={credited}
            onChange={({ target }) => setCredited(target.value)}
          />
        )}
      </Field>
      <ActForm
        {...{ acts }}
        note={{ label: t('orders.note'), neededFor: 'reject' }}
        steps={[
          {
            ...{ name: 'reject', label: t('orders.step.reject') },
            work: (remark) => adminCall(rejectRechargeOrder, { params, body: { version, remark } }),
          },
          {
            ...{ name: 'approve', label: t('orders.step.credit'), isMain: true },
            work: (remark) =>
              adminCall(approveRechargeOrder, {
                params,
                body: { version, credited: credited.trim(), ...(remark === '' ? {} : { remark }) },
              }),
          },
        ]}
      />
    </>
  )
}
