import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/page-title.ts'
import { SetUpTwoFactor } from '../profile/SetUpTwoFactor.tsx'
import { AdminFrame } from './AdminFrame.tsx'

/** This site asks its administrators for a second factor: nothing else is open before. */
export function TwoFactorFirst({ onDone }: { onDone(): void }) {
  const { t } = useTranslation(['admin-access', 'security'])
  const title = t('security:twoFactor.title')
  usePageTitle(title)
  return (
    <AdminFrame title={title}>
      <p className="t2">{t('twoFactor.first')}</p>
      <SetUpTwoFactor onDone={onDone} />
    </AdminFrame>
  )
}
