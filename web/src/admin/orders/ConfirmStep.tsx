import { type PaymentNetwork, paymentReference } from '@truestrike/core/funds/payment-reference.ts'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { ReferenceField } from './ReferenceField.tsx'
import type { Acts } from './use-acts.ts'

interface ConfirmStepProps {
  acts: Acts
  name: string
  label: string
  /** Asked by the dialog. */
  title: string
  /** What it is about and what it does: amount and destination are repeated here. */
  children: ReactNode
  /** It cannot be done now; the page says why. */
  isHeld?: boolean
  /** Over which network a payment is named with it; nothing: none is. */
  network?: PaymentNetwork
  work: (reason: string, reference: string) => Promise<unknown>
  /** It is done. */
  onDone?: (() => void) | undefined
}

/** A step that cannot be taken back: a button, and a dialog that asks for the reason the user is given. Esc changes nothing. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { acts, name, label, title, children, isHeld = false, network, work, onDone } = props
  const { t } = useTranslation('admin')
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const pending = acts.pending === name
  const reference = network === undefined ? '' : paymentReference(network, typed)
  const confirm = async (): Promise<void> => {
    setChecked(true)
    if (reason.trim() === '' || reference === null) return
    const isDone = await acts.act(name, () => work(reason.trim(), reference))
    // What was typed stays for another try when it was refused; the drawer says why.
    setOpen(false)
    setChecked(false)
    if (isDone) onDone?.()
  }
  return (
    <>
      <Button icon={X} pending={pending} disabled={isHeld || acts.isHeld(name)} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={(open) => {
          if (!pending) setOpen(open)
        }}
        {...{ title, pending }}
        confirmLabel={label}
        onConfirm={() => void confirm()}
        caution
      >
        {children}
        {network === undefined ? null : (
          <ReferenceField {...{ network, typed }} isChecked={isChecked} onChange={setTyped} />
        )}
        <Field
          label={t('orders.reason')}
          error={isChecked && reason.trim() === '' ? t('orders.noteMissing') : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              maxLength={200}
              autoComplete="off"
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
      </ConfirmDialog>
    </>
  )
}
