import { login } from '@truestrike/protocol/account-endpoints.ts'
import { PASSWORD, USERNAME } from '@truestrike/protocol/text-rules.ts'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { call } from '../../lib/api-client.ts'
import { formResolver } from '../../lib/form-check.ts'
import { asksSecondStep } from '../../lib/second-step.ts'
import { useSession } from '../../lib/session-store.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { wantedPage } from '../../lib/wanted-page.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { PasswordField, TRIMMED, UsernameField } from './AccountFields.tsx'
import { showServerFaults } from './server-faults.ts'

interface LoginValues {
  username: string
  password: string
  remember: boolean
}

const resolver = formResolver<LoginValues>({
  texts: { username: USERNAME, password: PASSWORD },
  required: ['username', 'password'],
})
const FIELDS = ['username', 'password']
const RECORDS = /^\/contract-record(\?|#|$)/

export function LoginForm() {
  const { t } = useTranslation(['auth', 'contracts'])
  const { search, state } = useLocation()
  const { passwordReset } = useSiteInfo()
  const registered = (state as { registered?: boolean } | null)?.registered === true
  const next = wantedPage(new URLSearchParams(search).get('next'), globalThis.location.origin)
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
      if (asksSecondStep(error)) return
      showServerFaults(error, { setError, fields: FIELDS, otherwise: t('faults.failed') })
    }
  })

  return (
    <form className="lg-form" noValidate onSubmit={(event) => void submit(event)}>
      {/* Good news from before has no place beside what went wrong since. */}
      {registered && Object.keys(errors).length === 0 ? (
        <Banner tone="info" live>
          {t('registered')}
        </Banner>
      ) : null}
      {next !== null && RECORDS.test(next) ? <Banner tone="info">{t('contracts:guest')}</Banner> : null}
      <UsernameField input={register('username', TRIMMED)} error={errors.username} />
      <PasswordField known input={register('password')} error={errors.password} />
      <div className="lg-between">
        <Checkbox {...register('remember')}>{t('remember')}</Checkbox>
        {passwordReset ? (
          <Link className="link hit" to={{ pathname: '/login/forgot', search }}>
            {t('forgot.link')}
          </Link>
        ) : null}
      </div>
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
