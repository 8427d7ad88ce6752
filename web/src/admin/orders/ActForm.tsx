import { Check, Hand, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Num } from '../../ui/Num.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import type { Acts } from './use-acts.ts'

interface ActStep {
  name: string
  label: string
  /** Stands behind the label. */
  amount?: string
  isMain?: boolean
  /** It cannot be done now; the page says why. */
  isHeld?: boolean
  work: (note: string) => Promise<unknown>
}

interface ActFormProps {
  acts: Acts
  /** The step that cannot go without the note, or both. */
  note: { label: string; neededFor: string }
  steps: readonly ActStep[]
}

/** What a reviewer does with the order that lies open: a note, and one of the steps. */
export function ActForm({ acts, note, steps }: ActFormProps) {
  const { t } = useTranslation('admin')
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const send = (event: FormEvent, { name, work }: ActStep): void => {
    event.preventDefault()
    const said = text.trim()
    if (said === '' && (note.neededFor === 'both' || note.neededFor === name)) setMissing(true)
    else void acts.act(name, () => work(said))
  }
  return (
    <form className="adm-acts" onSubmit={(event) => event.preventDefault()}>
      <Field label={note.label} error={isMissing ? t('orders.noteMissing') : undefined}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={200}
            autoComplete="off"
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setMissing(false)
            }}
          />
        )}
      </Field>
      <div className="adm-buttons">
        {steps.map((step) => (
          <Button
            key={step.name}
            variant={step.isMain ? 'primary' : 'neutral'}
            icon={step.isMain ? Check : X}
            pending={acts.pending === step.name}
            disabled={step.isHeld === true || acts.isHeld(step.name)}
            onClick={(event) => send(event, step)}
          >
            {step.label}
            {step.amount === undefined ? null : <Num>{formatMoneyExact(step.amount)}</Num>}
          </Button>
        ))}
      </div>
    </form>
  )
}

interface TakeFormProps {
  acts: Acts
  takenBy: 'me' | 'other' | null
  onTake: () => Promise<unknown>
}

/** One reviewer decides: he takes the order on first, or over from another. */
export function TakeForm({ acts, takenBy, onTake }: TakeFormProps) {
  const { t } = useTranslation('admin')
  return (
    <Button
      variant="primary"
      icon={Hand}
      block
      pending={acts.pending === 'take'}
      disabled={acts.isHeld('take')}
      onClick={() => void acts.act('take', onTake)}
    >
      {t(takenBy === 'other' ? 'orders.step.takeOver' : 'orders.step.take')}
    </Button>
  )
}
