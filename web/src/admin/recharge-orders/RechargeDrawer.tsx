import { useQuery } from '@tanstack/react-query'
import { getRechargeOrder, type RechargeOrderDetails } from '@truestrike/protocol/order-details-endpoints.ts'
import { type ReviewedDeposit, takeRechargeOrder } from '@truestrike/protocol/review-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Num } from '../../ui/Num.tsx'
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
import { ReceiptView } from './ReceiptView.tsx'
import { RechargeSteps } from './RechargeSteps.tsx'
import { rechargeNumber } from './recharge-columns.tsx'

/** The key of what is asked of these orders: what becomes of one may change what is asked of another. */
export const RECHARGE_ORDERS = 'admin-recharge-orders'

interface RechargeDrawerProps extends QueueSteps {
  order: ReviewedDeposit
  acts: Acts
}

export function RechargeDrawer({ order, acts, onDecided, ...steps }: RechargeDrawerProps) {
  const { t } = useTranslation('admin')
  const { payer } = order
  const onDone = useDecided(rechargeNumber(order.id), onDecided)
  const mayAct = useMay(takeRechargeOrder)
  const { data } = useQuery({
    queryKey: [RECHARGE_ORDERS, 'details', order.id, order.version],
    queryFn: () => adminCall(getRechargeOrder, { params: { id: order.id } }),
  })
  return (
    <OrderDrawer
      page="recharge-orders"
      number={rechargeNumber(order.id)}
      state={order.state}
      takenBy={order.state === 'processing' ? order.takenBy : null}
      reviewer={order.reviewer}
      fault={acts.fault}
      foot={mayAct ? <RechargeSteps {...{ order, acts, onDone }} byTwo={data?.byTwo} /> : null}
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
      <ReceiptView {...{ order, acts }} />
      <Transaction of={order} others={data?.sameTransaction ?? 0} />
      <ValueList
        lines={[
          { key: 'name', label: t('orders.account.name'), value: <bdi>{payer.accountName}</bdi> },
          { key: 'number', label: t('orders.account.number'), value: <bdi>{payer.accountNumber}</bdi> },
          ...(payer.bankName === ''
            ? []
            : [{ key: 'bank', label: t('orders.account.bank'), value: <bdi>{payer.bankName}</bdi> }]),
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
          ...(order.endedMs === null
            ? []
            : [
                {
                  ...{ key: 'decided', label: t('orders.decided') },
                  value: <bdi>{formatDayAndClock(order.endedMs)}</bdi>,
                },
              ]),
          ...(order.endedMs === null || order.reviewer === null
            ? []
            : [{ key: 'decidedBy', label: t('orders.decidedBy'), value: <bdi>{order.reviewer}</bdi> }]),
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
          <PaidTo {...data} />
          {data.sameAccountUsers === 0 ? null : (
            <Banner>{t('orders.same', { count: data.sameAccountUsers })}</Banner>
          )}
          <OrderLedger entries={data.entries} ownRef={`deposit:${order.id}`} uid={order.uid} />
        </>
      )}
    </OrderDrawer>
  )
}

interface TransactionProps {
  of: ReviewedDeposit
  /** Deposits that name the same one. */
  others: number
}

/** The payment on the blockchain, as its user told it and as it was confirmed. */
function Transaction({ of: { network, transactionId, toldTransactionId }, others }: TransactionProps) {
  const { t } = useTranslation('admin')
  if (network === null) return null
  const isOther = toldTransactionId !== null && toldTransactionId !== transactionId
  return (
    <>
      {transactionId === null ? (
        <p className="cap">
          {t(`orders.reference.${network}`)}: {t('orders.noTransaction')}
        </p>
      ) : (
        <Copied label={t(`orders.reference.${network}`)} text={transactionId} />
      )}
      {isOther ? <Copied label={t('orders.toldTransaction')} text={toldTransactionId} /> : null}
      {others === 0 ? null : <Banner>{t('orders.sameTransaction', { count: others })}</Banner>}
    </>
  )
}

const PICTURE_SIZE = 148

/** Where the user was told to pay to: what the operator offers now may be another account. */
function PaidTo({ method, methodUntilMs: untilMs, deposit }: RechargeOrderDetails) {
  const { t } = useTranslation('admin')
  const lines = [
    { label: t('orders.method'), text: method.name },
    { label: t(`orders.methods.${method.network ?? 'eth'}`), text: method.address },
    { label: t('orders.account.name'), text: method.accountName },
    { label: t('orders.account.number'), text: method.accountNumber },
    { label: t('orders.account.bank'), text: method.bankName },
    { label: t('orders.paidTo.instructions'), text: method.instructions === '' ? null : method.instructions },
    { label: t('orders.paidTo.until'), text: untilMs === null ? null : formatDayAndClock(untilMs) },
  ].filter(({ text }) => text !== null)
  return (
    <section aria-label={t('orders.paidTo.title')}>
      <h3 className="lab">{t('orders.paidTo.title')}</h3>
      {untilMs === null || untilMs > deposit.createdMs ? null : <Banner>{t('orders.paidTo.late')}</Banner>}
      <ValueList
        lines={lines.map(({ label, text }) => ({
          key: label,
          label,
          value: <bdi className="mono">{text}</bdi>,
        }))}
      />
      {method.picture === null ? null : (
        <img src={method.picture} alt={t('orders.paidTo.picture')} width={PICTURE_SIZE} />
      )}
    </section>
  )
}
