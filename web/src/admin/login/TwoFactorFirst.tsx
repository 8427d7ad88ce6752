import { useQuery } from '@tanstack/react-query'
import { getAdminSecurity } from '@truestrike/protocol/admin-account-endpoints.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/page-title.ts'
import { Button } from '../../ui/Button.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { SetUpTwoFactor } from '../profile/SetUpTwoFactor.tsx'
import { AdminFrame } from './AdminFrame.tsx'

interface TwoFactorFirstProps {
  onDone(): void
  /** The site does not ask for it: it can be left for later. */
  isOptional?: boolean
}

/** A second factor as a step of its own at the first sign-in; where the site asks for one, nothing else is open before. */
export function TwoFactorFirst({ onDone, isOptional = false }: TwoFactorFirstProps) {
  const { t } = useTranslation(['admin-access', 'security'])
  const title = t('security:twoFactor.title')
  usePageTitle(title)
  const { data } = useQuery({
    queryKey: ['admin-security-first'],
    queryFn: () => adminCall(getAdminSecurity),
    enabled: isOptional,
    retry: false,
    // Asked once: turned on here, it would be found on while the recovery codes are being written down.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const hasOne = data?.twoFactor.on === true
  useEffect(() => {
    if (hasOne) onDone()
  }, [hasOne, onDone])
  return (
    <AdminFrame title={title}>
      <p className="t2">{t(isOptional ? 'twoFactor.offer' : 'twoFactor.first')}</p>
      <SetUpTwoFactor onDone={onDone}>
        {isOptional ? (
          <Button variant="ghost" block onClick={onDone}>
            {t('twoFactor.skip')}
          </Button>
        ) : null}
      </SetUpTwoFactor>
    </AdminFrame>
  )
}
