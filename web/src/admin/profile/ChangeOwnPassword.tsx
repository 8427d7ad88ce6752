import '../../features/account/security.css'
import { adminChangePassword } from '@truestrike/protocol/account-endpoints.ts'
import { ADMIN_PASSWORD, PASSWORD, SECOND_FACTOR_CODE } from '@truestrike/protocol/text-rules.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CodeField } from '../../features/account/SecretFields.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { formResolver } from '../../lib/form-check.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { SheetDialog } from '../../ui/SheetDialog.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useUnsaved } from '../frame/unsaved.ts'

interface Values {
  currentPassword: string
  newPassword: string
  confirmPassword: string
  code: string
}

const FIELDS = ['currentPassword', 'newPassword', 'confirmPassword'] as const

const resolver = formResolver<Values>({
  texts: { currentPassword: PASSWORD, newPassword: ADMIN_PASSWORD, code: SECOND_FACTOR_CODE },
  required: FIELDS,
  more: ({ newPassword, confirmPassword }) => ({
    confirmPassword: newPassword === confirmPassword ? undefined : 'match',
  }),
})

/** All his other sessions end with the old one. */
export function ChangeOwnPassword() {
  const { t } = useTranslation(['admin-access', 'security'])
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="card adm-narrow adm-card">
      <div className="adm-head">
        <h2>{t('security:password.title')}</h2>
        <span className="flex-1" />
        <Button onClick={() => setOpen(true)}>{t('password.change')}</Button>
      </div>
      <p className="t2">{t('security:password.note')}</p>
      <SheetDialog open={isOpen} onOpenChange={setOpen} title={t('security:password.title')}>
        {isOpen ? <Form onDone={() => setOpen(false)} /> : null}
      </SheetDialog>
    </section>
  )
}

function Form({ onDone }: { onDone(): void }) {
  const { t } = useTranslation(['admin', 'admin-access', 'security'])
  const [asksCode, setAsksCode] = useState(false)
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    resolver,
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '', code: '' },
  })
  const { errors, isSubmitting, isDirty } = formState
  useUnsaved(isDirty)
  const submit = handleSubmit(async ({ currentPassword, newPassword, code }) => {
    const body = { currentPassword, newPassword, ...(code === '' ? {} : { code }) }
    try {
      await adminCall(adminChangePassword, { body })
      showToast(t('password.done'))
      onDone()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.is('TWO_FACTOR_REQUIRED')) setAsksCode(true)
      else if (error.is('TWO_FACTOR_WRONG', 'TWO_FACTOR_BLOCKED'))
        setError('code', { type: 'server', message: error.message })
      else setError('root', { message: error.message })
    }
  })
  return (
    <form className="as-form" noValidate onSubmit={(event) => void submit(event)}>
      {FIELDS.map((field) => (
        <Field
          key={field}
          label={t(field === 'currentPassword' ? 'security:password.current' : `password.${field}`)}
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
      {asksCode ? <CodeField input={register('code')} error={errors.code} /> : null}
      <div role="alert">{errors.root ? <Banner>{errors.root.message}</Banner> : null}</div>
      <Button type="submit" variant="primary" size="l" block pending={isSubmitting}>
        {t('password.action')}
      </Button>
    </form>
  )
}
