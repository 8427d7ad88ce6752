import { verifyResetCode } from '@truestrike/protocol/mail-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { CodeForm } from './CodeForm.tsx'
import type { CodeValues } from './code-rules.ts'
import { forgetSentCode, useCodeSending } from './use-code-sending.ts'

interface VerifyEmailFormProps {
  /** Why this step is asked for again, or null. */
  notice: string | null
  /** `unconfirmed`: a new password removes more than the old one. */
  onVerified: (unconfirmed: boolean) => void
}

/** First step to a new password: a code shows that the mailbox is the user's. */
export function VerifyEmailForm({ notice, onVerified }: VerifyEmailFormProps) {
  const { t } = useTranslation('auth')
  const { passwordReset } = useSiteInfo()
  const verify = async ({ email, code }: CodeValues): Promise<void> => {
    const { unconfirmed } = await call(verifyResetCode, { body: { email, code } }, { toast: false })
    forgetSentCode('reset')
    onVerified(unconfirmed)
  }
  return (
    <CodeForm
      sending={useCodeSending('reset')}
      onSubmit={verify}
      label={t('forgot.verify')}
      otherwise={t('faults.verifyFailed')}
      before={
        <>
          {passwordReset === false ? <Banner>{t('forgot.unavailable')}</Banner> : null}
          {notice === null ? null : <Banner live>{notice}</Banner>}
        </>
      }
    />
  )
}
