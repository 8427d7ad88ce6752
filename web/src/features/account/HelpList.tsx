import { BookOpenCheck, CalendarClock, ChevronRight, Headset, Info } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isolated } from '../../lib/isolated-text.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { useSupportLink } from '../../lib/support-link.ts'
import { useUrlModal } from '../../lib/url-modal.ts'
import { Icon } from '../../ui/Icon.tsx'
import { MONTHS_PATH, PROOF_PATH } from '../../ui/ProofLink.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { pathOfText } from '../../ui/text-pages.ts'
import { CopyUid } from './CopyUid.tsx'

export function HelpList({ uid }: { uid: string }) {
  const { t } = useTranslation(['account', 'ui', 'proof', 'security'])
  const service = useUrlModal('customer-service')
  const link = useSupportLink()
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
        {link === null ? null : (
          <button type="button" onClick={service.show}>
            <Icon of={Headset} size={18} />
            <span className="flex-1">{t('service')}</span>
            <bdi className="lab">{hours}</bdi>
            <Icon of={ChevronRight} size={16} className="flip" />
          </button>
        )}
        <Link to={pathOfText('about')}>
          <Icon of={Info} size={18} />
          <span className="flex-1">{t('ui:texts.about')}</span>
          <Icon of={ChevronRight} size={16} className="flip" />
        </Link>
      </div>
      {link === null ? null : (
        <Sheet
          open={service.open}
          onOpenChange={(next) => {
            if (!next) service.hide()
          }}
          title={t('service')}
        >
          <div className="as-form">
            <p>
              {hours === '' ? null : `${t('security:service.hours', { hours: isolated(hours) })} `}
              {t('security:service.text')}
            </p>
            <CopyUid uid={uid} />
            <a
              className="btn btn-primary btn-l btn-block"
              href={link}
              target="_blank"
              rel="noopener noreferrer"
            >
              <Icon of={Headset} size={18} />
              {t('security:service.open')}
            </a>
          </div>
        </Sheet>
      )}
    </section>
  )
}
