import { BookOpenCheck, CalendarClock, ChevronRight, Headset, Info } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSiteInfo } from '../../lib/site-query.ts'
import { useUrlModal } from '../../lib/url-modal.ts'
import { Icon } from '../../ui/Icon.tsx'
import { MONTHS_PATH, PROOF_PATH } from '../../ui/ProofLink.tsx'
import { pathOfText } from '../../ui/text-pages.ts'

export function HelpList() {
  const { t } = useTranslation(['account', 'ui', 'proof'])
  const service = useUrlModal('customer-service')
  const { hours } = useSiteInfo().customerService
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
        <button type="button" onClick={service.show}>
          <Icon of={Headset} size={18} />
          <span className="flex-1">{t('service')}</span>
          <bdi className="lab">{hours}</bdi>
          <Icon of={ChevronRight} size={16} className="flip" />
        </button>
        <Link to={pathOfText('about')}>
          <Icon of={Info} size={18} />
          <span className="flex-1">{t('ui:texts.about')}</span>
          <Icon of={ChevronRight} size={16} className="flip" />
        </Link>
      </div>
    </section>
  )
}
