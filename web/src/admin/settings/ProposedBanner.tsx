import { useTranslation } from 'react-i18next'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { openPage } from '../frame/page-address.ts'
import { mayOpenPage } from '../frame/use-may.ts'

/** What has been proposed waits for another administrator; leads to where they decide. */
export function ProposedBanner() {
  const { t } = useTranslation('admin-settings')
  return (
    <Banner
      tone="info"
      live
      action={
        mayOpenPage('approvals') ? (
          <Button size="s" onClick={() => openPage('approvals')}>
            {t('rules.toApprovals')}
          </Button>
        ) : undefined
      }
    >
      {t('rules.proposed')}
    </Banner>
  )
}
