import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

const LABEL_MAX = 40

interface RenameAddressProps {
  label: string
  pending: boolean
  onSave(label: string): void
}

/** A name, and the button that saves it. */
export function RenameAddress({ label, pending, onSave }: RenameAddressProps) {
  const { t } = useTranslation('funds')
  const [typed, setTyped] = useState(label)
  const [fault, setFault] = useState<string>()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (typed.trim() === '') setFault(t('required'))
    else onSave(typed)
  }
  return (
    <form className="fu-form" noValidate onSubmit={submit}>
      <Field label={t('label')} error={fault}>
        {(control) => (
          <TextInput
            {...{ ...control, large: true, maxLength: LABEL_MAX, autoComplete: 'off', dir: 'auto' }}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setFault(undefined)
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="l" block pending={pending}>
        {t('addresses.save')}
      </Button>
    </form>
  )
}
