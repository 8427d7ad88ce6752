import './auth.css'
import { prove } from '@truestrike/protocol/wallet-endpoints.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { useSession } from '../../lib/session-store.ts'
import { CodeForm } from './CodeForm.tsx'
import { forgetSentCode, useCodeSending } from './use-code-sending.ts'

interface MailedProofProps {
  email: string
  onDone: () => void
  /** The other way to show it. */
  otherwise: ReactNode
}

/** A user without a password shows by the mailbox of his address that he is the owner. */
export function MailedProof({ email, onDone, otherwise }: MailedProofProps) {
  const { t } = useTranslation('auth')
  const uid = useSession((session) => session.user?.uid)
  const sending = useCodeSending('prove', uid)
  return (
    <div className="col gap-4">
      <CodeForm
        email={email}
        sending={sending}
        before={<p>{t('proof.text')}</p>}
        label={t('proof.submit')}
        otherwise={t('faults.verifyFailed')}
        onSubmit={async ({ code }) => {
          await call(prove, { body: { mailedCode: code } }, { toast: false })
          forgetSentCode('prove', uid)
          onDone()
        }}
      />
      <h3 className="lab">{t('proof.or')}</h3>
      {otherwise}
    </div>
  )
}
