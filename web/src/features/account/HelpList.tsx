import { ChevronRight, Headset } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSupportLink } from '../../lib/support-link.ts'
import { Icon } from '../../ui/Icon.tsx'

export function HelpList() {
  const { t } = useTranslation('account')
  const link = useSupportLink()
  if (link === null) return null
  return (
    <section className="ac-group">
      <h2 className="lab">{t('help')}</h2>
      <div className="panel list">
        <a href={link} target="_blank" rel="noopener noreferrer">
          <Icon of={Headset} size={18} />
          <span className="flex-1">{t('service')}</span>
          <span className="lab">{t('serviceHours')}</span>
          <Icon of={ChevronRight} size={16} className="flip" />
        </a>
      </div>
    </section>
  )
}
