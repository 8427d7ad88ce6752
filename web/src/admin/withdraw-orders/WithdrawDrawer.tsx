import { useQuery } from '@tanstack/react-query'
import { getWithdrawOrder } from '@truestrike/protocol/order-details-endpoints.ts'
import { type ReviewedWithdrawal, takeWithdrawOrder } from '@truestrike/protocol/review-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { Num } from '../../ui/Num.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useMay } from '../frame/use-may.ts'
import { Copied } from '../orders/Copied.tsx'
import { OrderDrawer } from '../orders/OrderDrawer.tsx'
import { OrderLedger } from '../orders/OrderLedger.tsx'
import { OrderUser } from '../orders/OrderUser.tsx'
import type { Acts } from '../orders/use-acts.ts'
import { useDecided } from '../orders/use-decided.ts'
import type { QueueSteps } from '../orders/use-row-steps.ts'
import { useHistory } from './use-history.tsx'
import { WithdrawChecks } from './WithdrawChecks.tsx'
import { WithdrawSteps } from './WithdrawSteps.tsx'
import { withdrawNumber } from './withdraw-columns.tsx'

/** The key of what is asked of these orders: what becomes of one may change what is asked of another. */
export const WITHDRAW_ORDERS = 'admin-withdraw-orders'

interface WithdrawDrawerProps extends QueueSteps {
  order: ReviewedWithdrawal
  acts: Acts
}

export function WithdrawDrawer({ order, acts, onDecided, ...steps }: WithdrawDrawerProps) {
  const { t } = useTranslation('admin')
  const onDone = useDecided(withdrawNumber(order.id), onDecided)
  const mayAct = useMay(takeWithdrawOrder)
  const { data } = useQuery({
    queryKey: [WITHDRAW_ORDERS, 'details', order.id, order.version],
    queryFn: () => adminCall(getWithdrawOrder, { params: { id: order.id } }),
  })
  return (
    <OrderDrawer
      page="withdraw-orders"
      number={withdrawNumber(order.id)}
      state={order.state}
      takenBy={order.state === 'processing' ? order.takenBy : null}
      reviewer={order.reviewer}
      fault={acts.fault}
      foot={mayAct ? <WithdrawSteps {...{ order, acts, onDone }} available={data?.user.available} /> : null}
      {...steps}
    >
      <div className="adm-figure">
        <span className="col">
          <span className="cap">{t(`orders.figure.${figureOf(order)}`)}</span>
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
      <ValueList lines={useHistory(order)} />
    </OrderDrawer>
  )
}

/** What the figure at the top is by now. */
function figureOf({ state, returnedMs, correctedMs }: ReviewedWithdrawal) {
  if (correctedMs !== null) return 'sent'
  if (returnedMs !== null) return 'returned'
  if (state === 'completed') return 'sent'
  return state === 'pending' || state === 'processing' ? 'toSend' : 'notSent'
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
