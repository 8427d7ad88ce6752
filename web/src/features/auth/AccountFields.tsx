import { Lock, Mail, User } from 'lucide-react'
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { useFaultText } from './use-fault-text.ts'

/** How a username is read: a space that a keyboard adds at its end is seen by nobody, and the server takes it off too. */
export const TRIMMED = { setValueAs: (typed: string) => typed.trim() }

interface AccountFieldProps {
  input: UseFormRegisterReturn
  error: FieldError | undefined
}

export function EmailField({ input, error }: AccountFieldProps) {
  const { t } = useTranslation('auth')
  const faultText = useFaultText()
  return (
    <Field label={t('email.label')} error={faultText('email', error)}>
      {(control) => (
        <TextInput
          large
          icon={Mail}
          type="email"
          dir="ltr"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={t('email.hint')}
          {...control}
          {...input}
        />
      )}
    </Field>
  )
}

export function UsernameField({ input, error }: AccountFieldProps) {
  const { t } = useTranslation('auth')
  const faultText = useFaultText()
  return (
    <Field label={t('username.label')} error={faultText('username', error)}>
      {(control) => (
        <TextInput
          large
          icon={User}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={t('username.hint')}
          {...control}
          {...input}
        />
      )}
    </Field>
  )
}

/** `known`: the password exists already, and a password manager may fill it in. */
export function PasswordField({ input, error, known = false }: AccountFieldProps & { known?: boolean }) {
  const { t } = useTranslation('auth')
  const faultText = useFaultText()
  return (
    <Field label={t('password.label')} error={faultText('password', error)}>
      {(control) => (
        <PasswordInput
          large
          autoComplete={known ? 'current-password' : 'new-password'}
          placeholder={t('password.hint')}
          {...control}
          {...input}
        />
      )}
    </Field>
  )
}

/** A new password once more. */
export function ConfirmPasswordField({ input, error }: AccountFieldProps) {
  const { t } = useTranslation('auth')
  const faultText = useFaultText()
  return (
    <Field label={t('confirmPassword.label')} error={faultText('confirmPassword', error)}>
      {(control) => (
        <TextInput
          large
          icon={Lock}
          type="password"
          dir="ltr"
          autoComplete="new-password"
          placeholder={t('confirmPassword.hint')}
          {...control}
          {...input}
        />
      )}
    </Field>
  )
}
