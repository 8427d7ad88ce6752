import { adminChangePassword } from '@truestrike/protocol/account-endpoints.ts'
import { ADMIN_PASSWORD, PASSWORD } from '@truestrike/protocol/text-rules.ts'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { formResolver } from '../../lib/form-check.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { AdminFrame } from './AdminFrame.tsx'

interface Values {
  currentPassword: string
  newPassword: string
  confirmPassword: string
}

const FIELDS = ['currentPassword', 'newPassword', 'confirmPassword'] as const

/** All the rules that the new password does not meet, with spaces between them, so that mending one does not bring up the next. */
function unmetRules({ currentPassword, newPassword }: Values): string | undefined {
  const { minLength, maxLength } = ADMIN_PASSWORD
  const { length } = [...newPassword]
  const unmet = [
    ...(length < minLength ? ['minLength'] : []),
    ...(length > maxLength ? ['maxLength'] : []),
    ...(newPassword === currentPassword ? ['same'] : []),
  ]
  return unmet.length === 0 ? undefined : unmet.join(' ')
}

const resolver = formResolver<Values>({
  texts: { currentPassword: PASSWORD },
  required: FIELDS,
  more: (values) => ({
    newPassword: unmetRules(values),
    confirmPassword: values.newPassword === values.confirmPassword ? undefined : 'match',
  }),
})

/** The one-time password opens nothing but this form. */
export function AdminPassword({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('admin')
  usePageTitle(t('password.title'))
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    resolver,
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ currentPassword, newPassword }) => {
    try {
      await adminCall(adminChangePassword, { body: { currentPassword, newPassword } })
      showToast(t('password.done'))
      onDone()
    } catch (error) {
      const message = error instanceof ApiError ? error.message : t('password.failed')
      const isWeak = error instanceof ApiError && error.is('PASSWORD_WEAK')
      setError(isWeak ? 'newPassword' : 'root', { type: 'server', message })
    }
  })
  const faultOf = (field: keyof Values): string | undefined => {
    const fault = errors[field]
    if (fault === undefined || fault.type === 'server') return fault?.message
    return fault.type
      .split(' ')
      .map((rule) => t(`password.faults.${rule as 'required'}`))
      .join(' ')
  }
  return (
    <AdminFrame title={t('password.title')}>
      <p className="t2">{t('password.text')}</p>
      <form className="adm-form" noValidate onSubmit={(event) => void submit(event)}>
        {FIELDS.map((field) => (
          <Field
            key={field}
            label={t(`password.${field}`)}
            hint={field === 'newPassword' ? t('password.rules') : undefined}
            error={faultOf(field)}
          >
            {(control) => (
              <PasswordInput
                large
                autoComplete={field === 'currentPassword' ? 'current-password' : 'new-password'}
                {...control}
                {...register(field)}
              />
            )}
          </Field>
        ))}
        <div role="alert">{errors.root ? <Banner>{errors.root.message}</Banner> : null}</div>
        <Button type="submit" variant="primary" size="l" block pending={isSubmitting}>
          {t('password.action')}
        </Button>
      </form>
    </AdminFrame>
  )
}
