import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirmEmail } from '../../lib/confirm-email.ts'
import { isolated } from '../../lib/isolated-text.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { useUrlModal } from '../../lib/url-modal.ts'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useSecurityChanged } from './use-security.ts'

interface ConfirmAddressProps {
  /** Null: there is nothing to confirm. */
  email: string | null
  twoFactorOn: boolean
  /** Takes the focus once the row is gone. */
  returnTo: () => HTMLElement | null
}

/** Says what an address that nobody has shown to be his costs the user, and lets him show it. */
export function ConfirmAddress({ email, twoFactorOn, returnTo }: ConfirmAddressProps) {
  const { t } = useTranslation('security')
  const ConfirmEmail = useConfirmEmail()
  const changed = useSecurityChanged()
  const modal = useUrlModal('confirm-email')
  const [done, setDone] = useState(false)
  // While it closes it goes on saying what it said.
  const last = useRef<string | null>(email)
  if (email !== null) last.current = email
  const about = last.current
  if (about === null) return null
  return (
    <>
      {email === null ? null : (
        <div className="as-line">
          <div className="col">
            <h2>{t('confirmEmail.title')}</h2>
            <p className="t2">
              {t(twoFactorOn ? 'confirmEmail.textTwoFactor' : 'confirmEmail.text', {
                email: isolated(email),
              })}
            </p>
          </div>
          <Button onClick={modal.show}>{t('confirmEmail.act')}</Button>
        </div>
      )}
      <Sheet
        open={modal.open && !(email === null && !done)}
        onOpenChange={(next) => {
          if (!next) modal.hide()
        }}
        title={t('confirmEmail.act')}
        finalFocus={() => (done ? (returnTo() ?? true) : true)}
      >
        <Suspense fallback={<Skeleton width="100%" height={200} />}>
          <ConfirmEmail
            email={about}
            onDone={async () => {
              showToast('success', t('confirmEmail.done'))
              setDone(true)
              // Its row goes before the focus is given to another one.
              await changed()
              modal.hide()
            }}
          />
        </Suspense>
      </Sheet>
    </>
  )
}
