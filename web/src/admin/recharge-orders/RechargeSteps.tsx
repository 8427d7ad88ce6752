import { creditTakesTwo } from '@truestrike/core/funds/funds-rules.ts'
import { paymentReference } from '@truestrike/core/funds/payment-reference.ts'
import { parseMicros } from '@truestrike/core/money.ts'
import type { RechargeOrderDetails } from '@truestrike/protocol/order-details-endpoints.ts'
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
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Num } from '../../ui/Num.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useUnsaved } from '../frame/unsaved.ts'
import { ConfirmStep } from '../orders/ConfirmStep.tsx'
import { ReferenceField } from '../orders/ReferenceField.tsx'
import { TakeForm } from '../orders/TakeForm.tsx'
import { TwoFrom } from '../orders/TwoFrom.tsx'
import type { Acts } from '../orders/use-acts.ts'
import { useAmounts, wireFieldText } from '../orders/use-amounts.ts'

interface RechargeStepsProps {
  order: ReviewedDeposit
  acts: Acts
  /** The caller has nothing more to do with it. */
  onDone: () => void
  /** Comes a moment later. */
  byTwo: RechargeOrderDetails['byTwo'] | undefined
}

/** What an administrator can do with a deposit as it is now. */
export function RechargeSteps(props: RechargeStepsProps) {
  const { order, acts } = props
  const { id, version, state, takenBy } = order
  if (state !== 'pending' && state !== 'processing') return null
  if (takenBy === 'me' && state === 'processing') return <Decide {...props} />
  return (
    <TakeForm
      {...{ acts, takenBy }}
      onTake={() => adminCall(takeRechargeOrder, { params: { id }, body: { version } })}
    />
  )
}

/** What has arrived is credited: its amount and, on a blockchain, its transaction are confirmed. */
function Decide({ order, acts, onDone, byTwo }: RechargeStepsProps) {
  const { t } = useTranslation('admin')
  const { id, version, proposed, network } = order
  const [amount, setAmount] = useState(() => wireFieldText(proposed?.amount ?? order.amount))
  const [typed, setTyped] = useState(order.transactionId ?? '')
  const [isChecked, setChecked] = useState(false)
  const [note, setNote] = useState('')
  const [begun] = useState({ amount, typed })
  useUnsaved(note !== '' || amount !== begun.amount || typed !== begun.typed, 'order')
  const params = { id }
  const amounts = useAmounts()
  const credited = amounts.wire(amount)
  const need = needOf({ order, credited, typed, byTwo })
  const credit = async (): Promise<void> => {
    const transactionId = network === null ? undefined : paymentReference(network, typed)
    setChecked(true)
    if (transactionId === null || credited === null) return
    const remark = note.trim() === '' ? undefined : note.trim()
    const body = {
      ...{ version, credited },
      ...(transactionId === undefined ? {} : { transactionId }),
      ...(remark === undefined ? {} : { remark }),
    }
    if (await acts.act('approve', () => adminCall(approveRechargeOrder, { params, body }))) onDone()
  }
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
        error={isChecked ? amounts.faultOf(amount) : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            maxLength={24}
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
          />
        )}
      </Field>
      {need === 'byTwoLater' ? <TwoFrom fromMs={byTwo?.availableFromMs ?? null} /> : null}
      {network === null ? null : <ReferenceField {...{ network, typed, isChecked }} onChange={setTyped} />}
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

interface Typed {
  order: ReviewedDeposit
  /** Null: what is typed is no amount. */
  credited: string | null
  /** The transaction. */
  typed: string
  byTwo: RechargeOrderDetails['byTwo'] | undefined
}

/** Whether another administrator has yet to confirm so much, and whether there is none, or none yet; null: it is credited at once. */
function needOf({ order, credited, typed, byTwo }: Typed): 'byTwo' | 'byTwoAlone' | 'byTwoLater' | null {
  const { amount, proposed, network, transactionId } = order
  const [asked, sum, above, before] = [
    ...[amount, credited ?? '', byTwo?.above ?? '', proposed?.amount ?? ''],
  ].map((text) => parseMicros(text))
  if (byTwo === undefined || !asked?.ok || !sum?.ok || !above?.ok) return null
  const amounts = { askedMicros: asked.value, creditedMicros: sum.value }
  if (!creditTakesTwo({ secondAdminAboveMicros: above.value }, amounts)) return null
  const isSamePayment = network === null || paymentReference(network, typed) === transactionId
  if (proposed?.byMe === false && before?.ok && before.value === sum.value && isSamePayment) return null
  if (byTwo.available) return 'byTwo'
  return byTwo.availableFromMs === null ? 'byTwoAlone' : 'byTwoLater'
}
