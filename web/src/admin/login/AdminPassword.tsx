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

const resolver = formResolver<Values>({
  texts: { currentPassword: PASSWORD, newPassword: ADMIN_PASSWORD },
  required: FIELDS,
  more: ({ currentPassword, newPassword, confirmPassword }) => ({
    newPassword: newPassword === currentPassword ? 'same' : undefined,
    confirmPassword: newPassword === confirmPassword ? undefined : 'match',
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
      setError('root', { message: error instanceof ApiError ? error.message : t('password.failed') })
    }
  })
  return (
    <AdminFrame title={t('password.title')}>
      <p className="t2">{t('password.text')}</p>
      <form className="adm-form" noValidate onSubmit={(event) => void submit(event)}>
        {FIELDS.map((field) => (
          <Field
            key={field}
            label={t(`password.${field}`)}
            error={errors[field] ? t(`password.faults.${errors[field].type}`) : undefined}
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
