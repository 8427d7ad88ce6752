import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNewEmail } from '../../lib/new-email.ts'
import { useProofGate } from '../../lib/proof-gate.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { useUrlModal } from '../../lib/url-modal.ts'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useSecurityChanged } from './use-security.ts'

/** The way to another mail address, or a first one, where the site sends mails. */
export function ChangeEmail({ hasEmail }: { hasEmail: boolean }) {
  const { t } = useTranslation('profile')
  const { passwordReset } = useSiteInfo()
  const modal = useUrlModal('email')
  const title = t(hasEmail ? 'email.change' : 'email.add')
  if (!passwordReset) return null
  return (
    <>
      <Button onClick={modal.show}>{title}</Button>
      <Sheet
        open={modal.open}
        onOpenChange={(next) => {
          if (!next) modal.hide()
        }}
        title={title}
      >
        <Steps hasEmail={hasEmail} onDone={modal.hide} />
      </Sheet>
    </>
  )
}

function Steps({ hasEmail, onDone }: { hasEmail: boolean; onDone: () => void }) {
  const { t } = useTranslation('profile')
  const Gate = useProofGate()
  const NewEmail = useNewEmail()
  const changed = useSecurityChanged()
  /** A proof that ran out asks for another one. */
  const [round, setRound] = useState(0)
  return (
    <Gate key={round} withoutMail>
      <Suspense fallback={<Skeleton width="100%" height={240} />}>
        <NewEmail
          hasEmail={hasEmail}
          onDone={() => {
            showToast('success', t('email.done'))
            onDone()
            void changed()
          }}
          onProofEnded={() => setRound(round + 1)}
        />
      </Suspense>
    </Gate>
  )
}
