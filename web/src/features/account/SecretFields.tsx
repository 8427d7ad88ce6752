import { KeyRound } from 'lucide-react'
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { inLatinDigits } from '../../lib/latin-digits.ts'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { faultText } from './form-faults.ts'

interface SecretFieldProps {
  input: UseFormRegisterReturn
  error: FieldError | undefined
}

export function PasswordField({
  label,
  hint,
  known = false,
  input,
  error,
}: SecretFieldProps & { label: string; hint?: string; known?: boolean }) {
  const { t } = useTranslation('security')
  return (
    <Field label={label} error={faultText(t, error)} {...(hint === undefined ? {} : { hint })}>
      {(control) => (
        <PasswordInput
          large
          autoComplete={known ? 'current-password' : 'new-password'}
          {...control}
          {...input}
        />
      )}
    </Field>
  )
}

/** A code of the authenticator app, typed in any script, or a recovery code. */
export function CodeField({ input, error, appOnly = false }: SecretFieldProps & { appOnly?: boolean }) {
  const { t } = useTranslation('security')
  return (
    <Field
      label={t('code.label')}
      hint={t(appOnly ? 'code.sixDigits' : 'code.hint')}
      error={faultText(t, error)}
    >
      {(control) => (
        <TextInput
          large
          icon={KeyRound}
          dir="ltr"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          {...(appOnly ? { inputMode: 'numeric' as const, maxLength: 7 } : { maxLength: 40 })}
          {...control}
          {...inLatinDigits(input)}
        />
      )}
    </Field>
  )
}
