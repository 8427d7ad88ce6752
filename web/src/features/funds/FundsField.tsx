import type { InputHTMLAttributes, ReactNode } from 'react'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

interface FundsFieldProps<F extends string> {
  name: F
  label: string
  form: {
    values: Record<F, string>
    faults: Partial<Record<F, string | undefined>>
    set(name: F, value: string): void
  }
  hint?: ReactNode
  aside?: ReactNode
  trailing?: ReactNode
  secret?: boolean
  /** What of the typed text is taken. */
  clean?(text: string): string
  input?: InputHTMLAttributes<HTMLInputElement>
}

/** A field of a request, with its fault. */
export function FundsField<F extends string>(props: FundsFieldProps<F>) {
  const { name, label, form, hint, aside, trailing, secret, clean, input } = props
  return (
    <Field
      label={label}
      error={form.faults[name]}
      {...(hint === undefined ? {} : { hint })}
      {...(aside === undefined ? {} : { aside })}
    >
      {(control) => {
        const common = {
          ...{ large: true, autoComplete: 'off', maxLength: 100, ...input, ...control },
          value: form.values[name],
          onChange: (event: { target: { value: string } }) =>
            form.set(name, clean?.(event.target.value) ?? event.target.value),
        }
        return secret ? (
          <PasswordInput {...common} autoComplete="current-password" maxLength={200} />
        ) : (
          <TextInput {...common} {...(trailing === undefined ? {} : { trailing })} />
        )
      }}
    </Field>
  )
}
