import { useQuery } from '@tanstack/react-query'
import { creditTakesTwo } from '@truestrike/core/funds/funds-rules.ts'
import { parseMicros } from '@truestrike/core/money.ts'
import { getRechargeOrder, type RechargeOrderDetails } from '@truestrike/protocol/order-details-endpoints.ts'
import {
  approveRechargeOrder,
  type ReviewedDeposit,
  rejectRechargeOrder,
  takeRechargeOrder,
} from '@truestrike/protocol/review-endpoints.ts'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isolated } from '../../lib/isolated-text.ts'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Num } from '../../ui/Num.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useMay } from '../frame/use-may.ts'
import { TakeForm } from '../orders/ActForm.tsx'
import { ConfirmStep } from '../orders/ConfirmStep.tsx'
import { OrderDrawer } from '../orders/OrderDrawer.tsx'
import { OrderLedger } from '../orders/OrderLedger.tsx'
import { OrderUser } from '../orders/OrderUser.tsx'
import { TwoFrom } from '../orders/TwoFrom.tsx'
import type { Acts } from '../orders/use-acts.ts'
import { useDecided } from '../orders/use-decided.ts'
import type { QueueSteps } from '../orders/use-row-steps.ts'
import { ReceiptView } from './ReceiptView.tsx'
import { rechargeNumber } from './recharge-columns.tsx'

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
    queryKey: ['admin-recharge-order', order.id, order.version],
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

interface RechargeStepsProps {
  order: ReviewedDeposit
  acts: Acts
  /** The caller has nothing more to do with it. */
  onDone: () => void
  /** Comes a moment later. */
  byTwo: RechargeOrderDetails['byTwo'] | undefined
}

function RechargeSteps({ order, acts, onDone, byTwo }: RechargeStepsProps) {
  const { t } = useTranslation('admin')
  const { id, version, proposed } = order
  const [credited, setCredited] = useState(proposed?.amount ?? order.amount)
  const [note, setNote] = useState('')
  const params = { id }
  const approve = () => {
    const remark = note.trim()
    const body = { version, credited: credited.trim(), ...(remark === '' ? {} : { remark }) }
    return adminCall(approveRechargeOrder, { params, body })
  }
  const credit = async (): Promise<void> => {
    if (await acts.act('approve', approve)) onDone()
  }
  const need = needOf(order, credited.trim(), byTwo)
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
      {proposed === null ? null : (
        <Banner>
          {t(`orders.proposed.${proposed.byMe ? 'me' : 'other'}`, {
            ...{ amount: formatMoneyExact(proposed.amount), name: isolated(proposed.by) },
          })}
        </Banner>
      )}
      <Field
        label={t('orders.confirmed')}
        hint={
          need === null || need === 'byTwoLater' || byTwo === undefined
            ? t('orders.confirmedHint')
            : t(`orders.${need}`, { limit: formatMoneyExact(byTwo.above) })
        }
      >
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
      {need === 'byTwoLater' ? <TwoFrom fromMs={byTwo?.availableFromMs ?? null} /> : null}
      <Field label={t('orders.note')}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={200}
            autoComplete="off"
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
      <div className="adm-buttons">
        <ConfirmStep
          {...{ acts, onDone }}
          name="reject"
          label={t('orders.step.reject')}
          title={t('orders.ask.reject')}
          work={(remark) => adminCall(rejectRechargeOrder, { params, body: { version, remark } })}
        >
          <Facts of={order} />
          <p>{t('orders.effect.rejectDeposit')}</p>
        </ConfirmStep>
        <Button
          variant="primary"
          icon={Check}
          pending={acts.pending === 'approve'}
          disabled={need === 'byTwoAlone' || need === 'byTwoLater' || acts.isHeld('approve')}
          onClick={() => void credit()}
        >
          {t(`orders.step.${need === null ? 'credit' : 'propose'}`)}
        </Button>
      </div>
    </>
  )
}

/** What the dialog repeats before the order is rejected. */
function Facts({ of: { amount, username } }: { of: ReviewedDeposit }) {
  const { t } = useTranslation('admin')
  const sum = <Num unit="USDT">{formatMoneyExact(amount)}</Num>
  return (
    <ValueList
      lines={[
        { key: 'amount', label: t('orders.column.amount'), value: <b>{sum}</b> },
        { key: 'user', label: t('orders.column.user'), value: <bdi>{username}</bdi> },
      ]}
    />
  )
}

/** Whether another administrator has yet to confirm so much, and whether there is none, or none yet; null: it is credited at once. */
function needOf(
  { amount, proposed }: ReviewedDeposit,
  credited: string,
  byTwo: RechargeOrderDetails['byTwo'] | undefined,
): 'byTwo' | 'byTwoAlone' | 'byTwoLater' | null {
  const [asked, typed, above, before] = [amount, credited, byTwo?.above ?? '', proposed?.amount ?? ''].map(
    (text) => parseMicros(text),
  )
  if (byTwo === undefined || !asked?.ok || !typed?.ok || !above?.ok) return null
  const amounts = { askedMicros: asked.value, creditedMicros: typed.value }
  if (!creditTakesTwo({ secondAdminAboveMicros: above.value }, amounts)) return null
  if (proposed?.byMe === false && before?.ok && before.value === typed.value) return null
  if (byTwo.available) return 'byTwo'
  return byTwo.availableFromMs === null ? 'byTwoAlone' : 'byTwoLater'
}
