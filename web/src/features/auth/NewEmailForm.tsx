import './auth.css'
import { changeEmail } from '@truestrike/protocol/mail-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import type { NewEmailProps } from '../../lib/new-email.ts'
import { useSession } from '../../lib/session-store.ts'
import { CodeForm } from './CodeForm.tsx'
import type { CodeValues } from './code-rules.ts'
import { forgetSentCode, useCodeSending } from './use-code-sending.ts'

/** A new address of a signed-in user: a code shows that he reads the mails there. */
export function NewEmailForm({ hasEmail, onDone, onProofEnded }: NewEmailProps) {
  const { t } = useTranslation('auth')
  const uid = useSession((session) => session.user?.uid)
  const { send, ...sending } = useCodeSending('email', uid)

  const sendProved = async (email: string): Promise<void> => {
    try {
      await send(email)
    } catch (error) {
      if (error instanceof ApiError && error.is('PROOF_REQUIRED')) onProofEnded()
      throw error
    }
  }
  const change = async ({ email, code }: CodeValues): Promise<void> => {
    await call(changeEmail, { body: { email, code } }, { toast: false })
    forgetSentCode('email', uid)
    onDone()
  }

  return (
    <CodeForm
      sending={{ ...sending, send: sendProved }}
      onSubmit={change}
      label={t('newEmail.submit')}
      otherwise={t('faults.verifyFailed')}
    >
      {() => <p className="t2">{t(hasEmail ? 'newEmail.effect' : 'newEmail.effectFirst')}</p>}
    </CodeForm>
  )
}
