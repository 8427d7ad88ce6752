import './auth.css'
import { confirmEmail } from '@truestrike/protocol/mail-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import type { ConfirmEmailProps } from '../../lib/confirm-email.ts'
import { isolated } from '../../lib/isolated-text.ts'
import { useSession } from '../../lib/session-store.ts'
import { CodeForm } from './CodeForm.tsx'
import { forgetSentCode, useCodeSending } from './use-code-sending.ts'

/** A code shows that the address of the account is the user's own. */
export function ConfirmEmailForm({ email, onDone }: ConfirmEmailProps) {
  const { t } = useTranslation('auth')
  const uid = useSession((session) => session.user?.uid)
  return (
    <CodeForm
      email={email}
      sending={useCodeSending('prove', uid)}
      before={<p>{t('confirmEmail.text', { email: isolated(email) })}</p>}
      label={t('proof.submit')}
      otherwise={t('faults.verifyFailed')}
      onSubmit={async ({ code }) => {
        await call(confirmEmail, { body: { code } }, { toast: false })
        forgetSentCode('prove', uid)
        await onDone()
      }}
    />
  )
}
