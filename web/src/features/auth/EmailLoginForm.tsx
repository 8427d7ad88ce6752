import { login } from '@truestrike/protocol/account-endpoints.ts'
import { MAIL_CODE } from '@truestrike/protocol/text-rules.ts'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { asksSecondStep } from '../../lib/second-step.ts'
import { useSession } from '../../lib/session-store.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { CodeFields } from './CodeFields.tsx'
import { CODE_FIELDS, type CodeValues, codeResolver } from './code-rules.ts'
import { showServerFaults } from './server-faults.ts'
import { forgetSentCode, useCodeSending } from './use-code-sending.ts'

/** Signs in by the code that is mailed to an address. */
export function EmailLoginForm() {
  const { t } = useTranslation('auth')
  const sending = useCodeSending('login')
  const form = useForm<CodeValues>({
    resolver: codeResolver,
    defaultValues: { email: sending.sentTo ?? '', code: '', remember: false },
  })
  const { errors, isSubmitting } = form.formState
  const code = useWatch({ control: form.control, name: 'code' })

  const submit = form.handleSubmit(async ({ email, ...values }) => {
    try {
      const body = { ...values, email: email.trim() }
      const { token, user } = await call(login, { body }, { toast: false })
      forgetSentCode('login')
      // The page for guests leads on by itself once there is a token.
      useSession.getState().signIn(token, user)
    } catch (error) {
      if (asksSecondStep(error)) return forgetSentCode('login')
      showServerFaults(error, { setError: form.setError, fields: CODE_FIELDS, otherwise: t('faults.failed') })
    }
  })

  return (
    <form className="lg-form" noValidate onSubmit={(event) => void submit(event)}>
      <CodeFields form={form} sending={sending} />
      <Checkbox {...form.register('remember')}>{t('remember')}</Checkbox>
      <div role="alert">{errors.root ? <Banner>{errors.root.message}</Banner> : null}</div>
      <Button
        type="submit"
        variant="primary"
        size="l"
        block
        pending={isSubmitting}
        disabled={code.length < MAIL_CODE.minLength}
      >
        {t('login')}
      </Button>
    </form>
  )
}
