import { type PaymentNetwork, paymentReference } from '@truestrike/core/funds/payment-reference.ts'
import { Check, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { useUnsaved } from '../frame/unsaved.ts'
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
  /** What the reason is called; left out: it is for the user. Null: none is asked for. */
  reasonLabel?: string | null
  /** It carries out what was proposed, rather than stop it. */
  isMain?: boolean
  /** Over which network a payment is named with it; nothing: none is. */
  network?: PaymentNetwork
  work: (reason: string, reference: string) => Promise<unknown>
  /** It is done. */
  onDone?: (() => void) | undefined
}

/** The parts of the address by which what it is about lies open, on any page. */
const HELD_BY = ['order', 'user', 'tab', 'proposal', 'announcement', 'rule', 'void'] as const

/** A step that cannot be taken back: a button, and a dialog that says what will happen and asks for a reason. Esc changes nothing. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { acts, name, label, title, children, isHeld = false, network, work, onDone } = props
  const { t } = useTranslation('admin')
  const { reasonLabel = t('orders.reason'), isMain = false } = props
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  useUnsaved(isOpen && (reason !== '' || typed !== ''), ...HELD_BY)
  const pending = acts.pending === name
  const reference = network === undefined ? '' : paymentReference(network, typed)
  const isMissing = reasonLabel !== null && reason.trim() === ''
  const confirm = async (): Promise<void> => {
    setChecked(true)
    if (isMissing || reference === null) return
    const isDone = await acts.act(name, () => work(reason.trim(), reference))
    // What was typed stays for another try when it was refused; the drawer says why.
    setOpen(false)
    setChecked(false)
    if (isDone) onDone?.()
  }
  return (
    <>
      <Button
        icon={isMain ? Check : X}
        variant={isMain ? 'primary' : 'neutral'}
        pending={pending}
        disabled={isHeld || acts.isHeld(name)}
        onClick={() => setOpen(true)}
      >
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
        <div className="adm-acts">
          {children}
          {network === undefined ? null : (
            <ReferenceField {...{ network, typed }} isChecked={isChecked} onChange={setTyped} />
          )}
          {reasonLabel === null ? null : (
            <Field label={reasonLabel} error={isChecked && isMissing ? t('orders.noteMissing') : undefined}>
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
          )}
        </div>
      </ConfirmDialog>
    </>
  )
}
