import { useTranslation } from 'react-i18next'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { openPage } from '../frame/page-address.ts'

/** What has been proposed waits for another administrator; leads to where he decides. */
export function ProposedBanner() {
  const { t } = useTranslation('admin-settings')
  return (
    <Banner
      tone="info"
      live
      action={
        <Button size="s" onClick={() => openPage('approvals')}>
          {t('rules.toApprovals')}
        </Button>
      }
    >
      {t('rules.proposed')}
    </Banner>
  )
}
