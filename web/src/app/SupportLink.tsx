import { Headset } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSupportLink } from '../lib/support-link.ts'
import { Icon } from '../ui/Icon.tsx'

export function SupportLink() {
  const { t } = useTranslation('app')
  const link = useSupportLink()
  if (link === null) return null
  return (
    <a className="ib hit" href={link} target="_blank" rel="noopener noreferrer" aria-label={t('support')}>
      <Icon of={Headset} />
    </a>
  )
}
