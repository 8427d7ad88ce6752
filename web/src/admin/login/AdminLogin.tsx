import { adminLogin } from '@truestrike/protocol/account-endpoints.ts'
import { PASSWORD, USERNAME } from '@truestrike/protocol/text-rules.ts'
import { User } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
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
}

const resolver = formResolver<Values>({
  texts: { username: USERNAME, password: PASSWORD },
  required: ['username', 'password'],
})

export function AdminLogin() {
  const { t } = useTranslation('admin')
  usePageTitle(t('login.title'))
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    resolver,
    defaultValues: { username: '', password: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (values) => {
    try {
      const { token, admin } = await call(adminLogin, { body: values }, { toast: false })
      useAdminSession.getState().signIn(token, admin)
      showToast(t('login.done'))
    } catch (error) {
      setError('root', { message: error instanceof ApiError ? error.message : t('login.failed') })
    }
  })
  const text = (field: keyof Values) =>
    errors[field] ? t(`login.faults.${field}.${errors[field].type}`) : undefined
  return (
    <AdminFrame title={t('login.title')}>
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
        <div role="alert">{errors.root ? <Banner>{errors.root.message}</Banner> : null}</div>
        <Button type="submit" variant="primary" size="l" block pending={isSubmitting}>
          {t('login.action')}
        </Button>
      </form>
    </AdminFrame>
  )
}
