import { Check, Circle } from 'lucide-react'
import { useEffect, useId } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { ConfirmPasswordField } from './AccountFields.tsx'
import { passwordProgress, type ResetValues, resetResolver } from './reset-rules.ts'
import { showServerFaults } from './server-faults.ts'
import { useFaultText } from './use-fault-text.ts'

const FIELDS = ['password', 'confirmPassword']

interface NewPasswordFormProps {
  /** Its errors are shown in the form. */
  save: (values: ResetValues) => Promise<void>
  /** Of the button. */
  label: string
}

/** A new password, twice. */
export function NewPasswordForm({ save, label }: NewPasswordFormProps) {
  const { t } = useTranslation('auth')
  const faultText = useFaultText()
  const rules = useId()
  const form = useForm<ResetValues>({
    resolver: resetResolver,
    defaultValues: { password: '', confirmPassword: '' },
  })
  const { setFocus, register } = form
  const { errors, isSubmitting } = form.formState
  const { password, confirmPassword } = useWatch({ control: form.control })
  useEffect(() => setFocus('password'), [setFocus])

  const submit = form.handleSubmit(async (values) => {
    try {
      await save(values)
    } catch (error) {
      showServerFaults(error, { setError: form.setError, fields: FIELDS, otherwise: t('faults.resetFailed') })
    }
  })

  return (
    <form className="lg-form" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t('newPassword.label')} error={faultText('newPassword', errors.password)}>
        {({ 'aria-describedby': note, ...control }) => (
          <PasswordInput
            large
            autoComplete="new-password"
            placeholder={t('newPassword.hint')}
            aria-describedby={note === undefined ? rules : `${rules} ${note}`}
            {...control}
            {...register('password')}
          />
        )}
      </Field>
      <PasswordRules id={rules} control={form.control} />
      <ConfirmPasswordField input={register('confirmPassword')} error={errors.confirmPassword} />
      <div role="alert">{errors.root ? <Banner>{errors.root.message}</Banner> : null}</div>
      <Button
        type="submit"
        variant="primary"
        size="l"
        block
        pending={isSubmitting}
        disabled={!password || !confirmPassword}
      >
        {label}
      </Button>
    </form>
  )
}

function PasswordRules({ id, control }: { id: string; control: Control<ResetValues> }) {
  const { t } = useTranslation('auth')
  const { letters, length, signs } = passwordProgress(useWatch({ control, name: 'password' }))
  return (
    <ul className="lg-rules" id={id}>
      <Rule met={letters}>{t('newPassword.letters')}</Rule>
      <Rule met={length}>{t('newPassword.length', { signs })}</Rule>
    </ul>
  )
}

function Rule({ met, children }: { met: boolean; children: string }) {
  return (
    <li className={met ? 'hint met' : 'hint'}>
      <Icon of={met ? Check : Circle} size={16} />
      <span>{children}</span>
    </li>
  )
}
