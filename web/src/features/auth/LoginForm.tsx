import { login } from '@truestrike/protocol/account-endpoints.ts'
import { User } from 'lucide-react'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { call } from '../../lib/api-client.ts'
import { formResolver } from '../../lib/form-check.ts'
import { useSession } from '../../lib/session-store.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { serverFaults } from './server-faults.ts'
import { useFaultText } from './use-fault-text.ts'

interface LoginValues {
  username: string
  password: string
  remember: boolean
}

const resolver = formResolver<LoginValues>({ schema: login.body, required: ['username', 'password'] })
const FIELDS = ['username', 'password']

export function LoginForm() {
  const { t } = useTranslation('auth')
  const faultText = useFaultText()
  const registered = (useLocation().state as { registered?: boolean } | null)?.registered === true
  const { register, handleSubmit, setError, setFocus, formState } = useForm<LoginValues>({
    resolver,
    defaultValues: { username: '', password: '', remember: false },
  })
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('username'), [setFocus])

  const submit = handleSubmit(async (values) => {
    try {
      const { token, user } = await call(login, { body: values }, { toast: false })
      // The page for guests leads on by itself once there is a token.
      useSession.getState().signIn(token, user)
    } catch (error) {
      for (const { field, message, rule } of serverFaults(error, FIELDS)) {
        if (field === null) setError('root', { message: message ?? t('faults.failed') })
        else setError(field as keyof LoginValues, { type: rule ?? 'server', ...(message ? { message } : {}) })
      }
    }
  })

  return (
    <form className="lg-form" noValidate onSubmit={(event) => void submit(event)}>
      {registered ? (
        <Banner tone="info" live>
          {t('registered')}
        </Banner>
      ) : null}
      <Field label={t('username.label')} error={faultText('username', errors.username)}>
        {(control) => (
          <TextInput
            large
            icon={User}
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
            placeholder={t('username.hint')}
            {...control}
            {...register('username')}
          />
        )}
      </Field>
      <Field label={t('password.label')} error={faultText('password', errors.password)}>
        {(control) => (
          <PasswordInput
            large
            autoComplete="current-password"
            placeholder={t('password.hint')}
            {...control}
            {...register('password')}
          />
        )}
      </Field>
      <Checkbox {...register('remember')}>{t('remember')}</Checkbox>
      <div role="alert">{errors.root ? <Banner>{errors.root.message}</Banner> : null}</div>
      <Button type="submit" variant="primary" size="l" block pending={isSubmitting}>
        {t('login')}
      </Button>
      <Link className="btn btn-ghost" to="/stocks">
        {t('markets')}
      </Link>
    </form>
  )
}
