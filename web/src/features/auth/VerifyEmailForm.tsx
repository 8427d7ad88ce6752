import { verifyResetCode } from '@truestrike/protocol/mail-endpoints.ts'
import { MAIL_CODE } from '@truestrike/protocol/text-rules.ts'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { CodeFields } from './CodeFields.tsx'
import { CODE_FIELDS, type CodeValues, codeResolver } from './code-rules.ts'
import { showServerFaults } from './server-faults.ts'
import { forgetSentCode, useCodeSending } from './use-code-sending.ts'

interface VerifyEmailFormProps {
  /** Why this step is asked for again, or null. */
  notice: string | null
  onVerified: () => void
}

/** First step to a new password: a code shows that the mailbox is the user's. */
export function VerifyEmailForm({ notice, onVerified }: VerifyEmailFormProps) {
  const { t } = useTranslation('auth')
  const { passwordReset } = useSiteInfo()
  const sending = useCodeSending('reset')
  const form = useForm<CodeValues>({
    resolver: codeResolver,
    defaultValues: { email: sending.sentTo ?? '', code: '', remember: false },
  })
  const { errors, isSubmitting } = form.formState
  const code = useWatch({ control: form.control, name: 'code' })

  const submit = form.handleSubmit(async ({ email, code }) => {
    try {
      await call(verifyResetCode, { body: { email: email.trim(), code } }, { toast: false })
      forgetSentCode('reset')
      onVerified()
    } catch (error) {
      showServerFaults(error, {
        setError: form.setError,
        fields: CODE_FIELDS,
        otherwise: t('faults.verifyFailed'),
      })
    }
  })

  return (
    <form className="lg-form" noValidate onSubmit={(event) => void submit(event)}>
      {passwordReset === false ? <Banner>{t('forgot.unavailable')}</Banner> : null}
      {notice === null ? null : <Banner live>{notice}</Banner>}
      <CodeFields form={form} sending={sending} />
      <div role="alert">{errors.root ? <Banner>{errors.root.message}</Banner> : null}</div>
      <Button
        type="submit"
        variant="primary"
        size="l"
        block
        pending={isSubmitting}
        disabled={code.length < MAIL_CODE.minLength}
      >
        {t('forgot.verify')}
      </Button>
    </form>
  )
}
