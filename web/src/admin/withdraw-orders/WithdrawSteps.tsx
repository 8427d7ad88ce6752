import { paymentReference } from '@truestrike/core/funds/payment-reference.ts'
import { formatMicros, parseMicros } from '@truestrike/core/money.ts'
import {
  approveWithdrawOrder,
  correctWithdrawOrder,
  failWithdrawOrder,
  payWithdrawOrder,
  type ReviewedWithdrawal,
  rejectWithdrawOrder,
  returnWithdrawOrder,
  takeWithdrawOrder,
} from '@truestrike/protocol/review-endpoints.ts'
import { Check } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Num } from '../../ui/Num.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useUnsaved } from '../frame/unsaved.ts'
import { ConfirmStep } from '../orders/ConfirmStep.tsx'
import { ReferenceField } from '../orders/ReferenceField.tsx'
import { TakeForm } from '../orders/TakeForm.tsx'
import { TwoFrom } from '../orders/TwoFrom.tsx'
import type { Acts } from '../orders/use-acts.ts'

interface StepsProps {
  order: ReviewedWithdrawal
  acts: Acts
  /** The caller has nothing more to do with it. */
  onDone: () => void
}

interface WithdrawStepsProps extends StepsProps {
  /** What its user has available; comes a moment later. */
  available: string | undefined
}

/** What an administrator can do with a withdrawal as it is now. */
export function WithdrawSteps({ order, acts, onDone, available }: WithdrawStepsProps) {
  const { id, version, state } = order
  if (order.correctedMs !== null || state === 'rejected') return null
  if (state === 'failed' || order.returnedMs !== null) return <Correct {...{ order, acts, available }} />
  if (state === 'completed') return <Return {...{ order, acts }} />
  if (order.takenBy !== 'me' || state === 'pending')
    return (
      <TakeForm
        {...{ acts, takenBy: order.takenBy }}
        onTake={() => adminCall(takeWithdrawOrder, { params: { id }, body: { version } })}
      />
    )
  return order.approvedMs === null ? (
    <Decide {...{ order, acts, onDone }} />
  ) : (
    <Pay {...{ order, acts, onDone }} />
  )
}

/** What a dialog repeats before a step that cannot be taken back. */
function Facts({ order, amount }: { order: ReviewedWithdrawal; amount: string }) {
  const { t } = useTranslation('admin')
  const { address, payee, username } = order
  const account = payee === null ? '' : `${payee.accountName}, ${payee.accountNumber}, ${payee.bankName}`
  return (
    <ValueList
      lines={[
        {
          ...{ key: 'amount', label: t('orders.column.amount') },
          value: (
            <b>
              <Num unit="USDT">{formatMoneyExact(amount)}</Num>
            </b>
          ),
        },
        {
          ...{ key: 'to', label: t('orders.column.destination') },
          value: <bdi className="mono adm-whole">{address ?? account}</bdi>,
        },
        { key: 'user', label: t('orders.column.user'), value: <bdi>{username}</bdi> },
      ]}
    />
  )
}

function Decide({ order, acts, onDone }: StepsProps) {
  const { t } = useTranslation('admin')
  const { id, version, nobodyElse, twoFromMs } = order
  const params = { id }
  const approve = async (): Promise<void> => {
    let isOthers = false
    const isApproved = await acts.act('approve', async () => {
      const { withdrawal } = await adminCall(approveWithdrawOrder, { params, body: { version } })
      isOthers = withdrawal.needsOther
    })
    // Whoever may pay it goes on with it.
    if (isApproved && isOthers) onDone()
  }
  return (
    <>
      {nobodyElse ? <TwoFrom fromMs={twoFromMs} alone={t('orders.nobodyElse')} /> : null}
      <div className="adm-buttons">
        <ConfirmStep
          {...{ acts, onDone }}
          name="reject"
          label={t('orders.step.reject')}
          title={t('orders.ask.reject')}
          work={(remark) => adminCall(rejectWithdrawOrder, { params, body: { version, remark } })}
        >
          <Facts order={order} amount={order.amount} />
          <p>{t('orders.effect.reject', { amount: formatMoneyExact(order.amount) })}</p>
        </ConfirmStep>
        <Button
          variant="primary"
          icon={Check}
          pending={acts.pending === 'approve'}
          disabled={nobodyElse || acts.isHeld('approve')}
          onClick={() => void approve()}
        >
          {t('orders.step.approve')}
          <Num>{formatMoneyExact(order.actual)}</Num>
        </Button>
      </div>
    </>
  )
}

/** What is approved: paid, or known to fail; who may not pay it can still let the user have it back. */
function Pay({ order, acts, onDone }: StepsProps) {
  const { t } = useTranslation('admin')
  const { id, version, needsOther, twoFromMs } = order
  return (
    <>
      {needsOther ? <p className="cap">{t('orders.needsOther')}</p> : <TwoFrom fromMs={twoFromMs} />}
      {needsOther ? null : <MarkPaid {...{ order, acts, onDone }} />}
      <div className="adm-buttons">
        <ConfirmStep
          {...{ acts, onDone }}
          name="fail"
          label={t('orders.step.fail')}
          title={t('orders.ask.fail')}
          work={(remark) => adminCall(failWithdrawOrder, { params: { id }, body: { version, remark } })}
        >
          <Facts order={order} amount={order.actual} />
          <p>{t('orders.effect.fail', { amount: formatMoneyExact(order.amount) })}</p>
        </ConfirmStep>
      </div>
    </>
  )
}

function MarkPaid({ order, acts, onDone }: StepsProps) {
  const { t } = useTranslation('admin')
  const { id, version, twoFromMs } = order
  const network = order.network ?? 'bank'
  const [typed, setTyped] = useState('')
  useUnsaved(typed !== '', 'order')
  const [isChecked, setChecked] = useState(false)
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const payoutRef = paymentReference(network, typed)
    setChecked(true)
    if (payoutRef === null) return
    const body = { version, payoutRef }
    if (await acts.act('pay', () => adminCall(payWithdrawOrder, { params: { id }, body }))) onDone()
  }
  return (
    <form className="adm-acts" onSubmit={(event) => void send(event)}>
      <ReferenceField {...{ network, typed, isChecked }} onChange={setTyped} />
      <Button
        type="submit"
        variant="primary"
        icon={Check}
        block
        pending={acts.pending === 'pay'}
        disabled={twoFromMs !== null || acts.isHeld('pay')}
      >
        {t('orders.step.pay')}
        <Num>{formatMoneyExact(order.actual)}</Num>
      </Button>
    </form>
  )
}

/** What was paid came back: above the limit it is booked by another administrator than the one who paid it. */
function Return({ order, acts }: Omit<StepsProps, 'onDone'>) {
  const { t } = useTranslation('admin')
  const { id, version, needsOther, nobodyElse, twoFromMs } = order
  const alone = needsOther ? t(nobodyElse ? 'orders.returnNobody' : 'orders.returnOther') : null
  return (
    <>
      <TwoFrom fromMs={twoFromMs} alone={alone} />
      <ConfirmStep
        {...{ acts }}
        name="return"
        label={t('orders.step.return')}
        title={t('orders.ask.return')}
        isHeld={needsOther || twoFromMs !== null}
        work={(remark) => adminCall(returnWithdrawOrder, { params: { id }, body: { version, remark } })}
      >
        <Facts order={order} amount={order.actual} />
        <p>{t('orders.effect.return', { amount: formatMoneyExact(order.amount) })}</p>
      </ConfirmStep>
    </>
  )
}

/**
 * What was given back had been paid after all. An administrator who gave this user funds does not say so, nor, above the limit or
 * when the user no longer has all of it, the one who gave it back.
 */
function Correct({ order, acts, available }: Omit<WithdrawStepsProps, 'onDone'>) {
  const { t } = useTranslation('admin')
  const { id, version, needsOther, nobodyElse, twoFromMs } = order
  const alone = needsOther ? t(nobodyElse ? 'orders.correctNobody' : 'orders.correctOther') : null
  const missing = available === undefined ? null : missingOf(order.actual, available)
  return (
    <>
      <TwoFrom fromMs={twoFromMs} alone={alone} />
      <ConfirmStep
        {...{ acts }}
        name="correct"
        label={t('orders.step.correct')}
        title={t('orders.ask.correct')}
        isHeld={missing === null || needsOther || twoFromMs !== null}
        network={order.network ?? 'bank'}
        work={(remark, payoutRef) => {
          const body = { version, payoutRef, remark, shortfall: formatMicros(missing ?? 0n) }
          return adminCall(correctWithdrawOrder, { params: { id }, body })
        }}
      >
        <Facts order={order} amount={order.actual} />
        <p>{t('orders.effect.correct', { amount: formatMoneyExact(order.amount) })}</p>
        {missing === null || missing === 0n ? null : (
          <Banner>
            {t('orders.effect.shortfall', {
              available: formatMoneyExact(available ?? '0'),
              shortfall: formatMoneyExact(formatMicros(missing)),
            })}
          </Banner>
        )}
      </ConfirmStep>
    </>
  )
}

/** How much of a payment its user has no longer, in micro-USDT; null: an amount cannot be read. */
function missingOf(actual: string, available: string): bigint | null {
  const [paid, left] = [parseMicros(actual), parseMicros(available)]
  if (!paid.ok || !left.ok) return null
  return paid.value > left.value ? paid.value - left.value : 0n
}
