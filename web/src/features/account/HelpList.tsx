import { BookOpenCheck, CalendarClock, ChevronRight, Headset, Info } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSupportLink } from '../../lib/support-link.ts'
import { Icon } from '../../ui/Icon.tsx'
import { MONTHS_PATH, PROOF_PATH } from '../../ui/ProofLink.tsx'
import { pathOfText } from '../../ui/text-pages.ts'

export function HelpList() {
  const { t } = useTranslation(['account', 'ui', 'proof'])
  const link = useSupportLink()
  return (
    <section className="ac-group">
      <h2 className="lab">{t('help')}</h2>
      <div className="panel list">
        <Link to={PROOF_PATH}>
          <Icon of={BookOpenCheck} size={18} />
          <span className="flex-1">{t('ui:proofLink')}</span>
          <Icon of={ChevronRight} size={16} className="flip" />
        </Link>
        <Link to={MONTHS_PATH}>
          <Icon of={CalendarClock} size={18} />
          <span className="flex-1">{t('proof:months.title')}</span>
          <Icon of={ChevronRight} size={16} className="flip" />
        </Link>
        {link === null ? null : (
          <a href={link} target="_blank" rel="noopener noreferrer">
            <Icon of={Headset} size={18} />
            <span className="flex-1">{t('service')}</span>
            <span className="lab">{t('serviceHours')}</span>
            <Icon of={ChevronRight} size={16} className="flip" />
          </a>
        )}
        <Link to={pathOfText('about')}>
          <Icon of={Info} size={18} />
          <span className="flex-1">{t('ui:texts.about')}</span>
          <Icon of={ChevronRight} size={16} className="flip" />
        </Link>
      </div>
    </section>
  )
}
