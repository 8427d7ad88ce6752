import { adminLogin } from '@truestrike/protocol/account-endpoints.ts'
import { PASSWORD, SECOND_FACTOR_CODE, USERNAME } from '@truestrike/protocol/text-rules.ts'
import { User } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CodeField } from '../../features/account/SecretFields.tsx'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { formResolver } from '../../lib/form-check.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { AdminFrame } from './AdminFrame.tsx'

interface Values {
  username: string
  password: string
  /** Asked for once the password was right. */
  code: string
}

const resolver = formResolver<Values>({
  texts: { username: USERNAME, password: PASSWORD, code: SECOND_FACTOR_CODE },
  required: ['username', 'password'],
})

export function AdminLogin() {
  const { t } = useTranslation(['admin', 'admin-access'])
  usePageTitle(t('login.title'))
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Values>({
    resolver,
    defaultValues: { username: '', password: '', code: '' },
  })
  const [asksCode, setAsksCode] = useState(false)
  const wasIdle = useAdminSession((session) => session.wasIdle)
  useEffect(() => {
    if (asksCode) setFocus('code')
  }, [asksCode, setFocus])
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ code, ...values }) => {
    const body = { ...values, ...(code === '' ? {} : { code }) }
    try {
      const { token, admin } = await call(adminLogin, { body }, { toast: false })
      useAdminSession.getState().signIn(token, admin)
      showToast(t('login.done'))
    } catch (error) {
      if (error instanceof ApiError && error.is('TWO_FACTOR_REQUIRED')) setAsksCode(true)
      else if (error instanceof ApiError && error.is('TWO_FACTOR_WRONG', 'TWO_FACTOR_BLOCKED'))
        setError('code', { type: 'server', message: error.message })
      else setError('root', { message: error instanceof ApiError ? error.message : t('login.failed') })
    }
  })
  const text = (field: 'username' | 'password') =>
    errors[field] ? t(`login.faults.${field}.${errors[field].type}`) : undefined
  return (
    <AdminFrame title={t('login.title')}>
      {wasIdle ? <Banner>{t('admin-access:idle.ended')}</Banner> : null}
      <form className="adm-form" noValidate onSubmit={(event) => void submit(event)}>
        <Field label={t('login.username')} error={text('username')}>
          {(control) => (
            <TextInput
              large
              icon={User}
              autoComplete="username"
              autoCapitalize="off"
              spellCheck={false}
              {...control}
              {...register('username')}
            />
          )}
        </Field>
        <Field label={t('login.password')} error={text('password')}>
          {(control) => (
            <PasswordInput large autoComplete="current-password" {...control} {...register('password')} />
          )}
        </Field>
        {asksCode ? <CodeField input={register('code')} error={errors.code} /> : null}
        <div role="alert">{errors.root ? <Banner>{errors.root.message}</Banner> : null}</div>
        <Button type="submit" variant="primary" size="l" block pending={isSubmitting}>
          {t('login.action')}
        </Button>
      </form>
    </AdminFrame>
  )
}
