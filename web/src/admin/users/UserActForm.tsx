import {
  adjustBalance,
  freezeUser,
  resetTwoFactor,
  signOutUser,
  unfreezeUser,
} from '@truestrike/protocol/people-acts-endpoints.ts'
import type { UserDetails } from '@truestrike/protocol/people-endpoints.ts'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { newRequestId } from '../../lib/new-request-id.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useUnsaved } from '../frame/unsaved.ts'
import { TwoFrom } from '../orders/TwoFrom.tsx'
import type { Acts } from '../orders/use-acts.ts'
import { useAmounts } from '../orders/use-amounts.ts'
import type { UserAct } from './UserActs.tsx'
import { USER_TEXTS } from './use-users.ts'

/** An amount with its sign: also the true minus, and without the marks of direction that come along with what is copied. */
const SIGNED = /^[\s\u200e\u200f\u2066-\u2069\u061c]*([+\-−]?)(.*)$/s

interface UserActFormProps {
  act: UserAct
  user: UserDetails
  acts: Acts
  onClose(): void
}

/** One act with its reason; of a balance also the book and the amount. */
export function UserActForm({ act, user, acts, onClose }: UserActFormProps) {
  const { t } = useTranslation([USER_TEXTS, 'admin'])
  const [reason, setReason] = useState('')
  const [book, setBook] = useState<'real' | 'demo'>('real')
  const [amount, setAmount] = useState('')
  const [isChecked, setChecked] = useState(false)
  const amounts = useAmounts()
  const [, sign = '', bare = ''] = SIGNED.exec(amount) ?? []
  const micros = amounts.wire(bare)
  const isMissing = reason.trim() === ''
  // Of what stands in the form: sent again it is done once.
  const requestId = useRef(newRequestId())
  const form = useRef<HTMLFormElement>(null)
  // The button that was pressed is gone: without a new place for the focus no key reaches the form.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), [])
  const isTyped = reason !== '' || amount !== ''
  useUnsaved(isTyped, 'user')
  const press = (event: KeyboardEvent): void => {
    // What is typed is not lost by one press: the drawer leads out of the field first.
    if (event.key !== 'Escape' || isTyped || event.nativeEvent.isComposing) return
    event.stopPropagation()
    onClose()
  }
  const changed = <V,>(set: (value: V) => void) => {
    return (value: V): void => {
      set(value)
      setChecked(false)
      requestId.current = newRequestId()
    }
  }
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setChecked(true)
    if (isMissing || (act === 'adjust' && micros === null)) return
    const params = { uid: user.uid }
    const body = { reason: reason.trim(), requestId: requestId.current }
    const work = async (): Promise<{ proposal?: object | null }> => {
      if (act === 'freeze') return await adminCall(freezeUser, { params, body })
      if (act === 'unfreeze') return await adminCall(unfreezeUser, { params, body })
      if (act === 'signOut') return await adminCall(signOutUser, { params, body })
      if (act === 'reset') return await adminCall(resetTwoFactor, { params, body })
      const asked = `${sign === '' || sign === '+' ? '' : '-'}${micros}`
      return await adminCall(adjustBalance, { params, body: { ...body, book, amount: asked } })
    }
    const done = await acts.act(act, async () => {
      const { proposal } = await work()
      showToast('success', t(proposal == null ? `done.${act}` : 'proposed'))
    })
    if (done) onClose()
  }
  const named = act === 'adjust' ? 'adjustBalance' : 'resetTwoFactor'
  const isAlone =
    (act === 'adjust' && !user.secondFor.adjustBalance) || (act === 'reset' && !user.secondFor.resetTwoFactor)
  return (
    <form ref={form} className="adm-acts" onKeyDown={press} onSubmit={(event) => void send(event)}>
      <h3>{t(`act.${act}`)}</h3>
      <p className="cap">{t(`explain.${act}`, { limit: formatMoneyExact(user.adjustLimit) })}</p>
      {isAlone ? <TwoFrom fromMs={user.secondFromMs[named]} alone={t('alone')} /> : null}
      {act === 'adjust' ? (
        <>
          <Field label={t('admin:dashboard.book')}>
            {(control) => (
              <Select
                {...control}
                value={book}
                onChange={({ target }) => changed(setBook)(target.value === 'demo' ? 'demo' : 'real')}
              >
                <option value="real">{t('admin:dashboard.books.real')}</option>
                <option value="demo">{t('admin:dashboard.books.demo')}</option>
              </Select>
            )}
          </Field>
          <Field
            label={t('amount')}
            hint={t('amountHint')}
            error={isChecked ? amounts.faultOf(bare) : undefined}
          >
            {(control) => (
              <TextInput
                {...control}
                inputMode="text"
                dir="ltr"
                autoComplete="off"
                maxLength={24}
                value={amount}
                onChange={({ target }) => changed(setAmount)(target.value)}
              />
            )}
          </Field>
        </>
      ) : null}
      <Field
        label={t(act === 'adjust' ? 'reasonTold' : 'reason')}
        error={isChecked && isMissing ? t('admin:orders.noteMissing') : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            maxLength={500}
            autoComplete="off"
            value={reason}
            onChange={({ target }) => changed(setReason)(target.value)}
          />
        )}
      </Field>
      <div className="adm-buttons">
        <Button onClick={onClose}>{t('leave')}</Button>
        <Button type="submit" variant="primary" pending={acts.pending === act} disabled={acts.isHeld(act)}>
          {t(`act.${act}`)}
        </Button>
      </div>
    </form>
  )
}
