import { useTranslation } from 'react-i18next'
import { NotificationList } from './NotificationList.tsx'
import { OwnLimits } from './OwnLimits.tsx'
import { PreferenceList } from './PreferenceList.tsx'
import { SectionFrame } from './SectionFrame.tsx'

export function SettingsSection() {
  const { t } = useTranslation('security')
  return (
    <SectionFrame section="settings">
      <PreferenceList />
      <NotificationList />
      <OwnLimits>
        <p className="lab">{t('version', { version: import.meta.env.VERSION })}</p>
      </OwnLimits>
    </SectionFrame>
  )
}
