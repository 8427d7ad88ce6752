import { Check, Headset } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { CopyUid } from '../features/account/CopyUid.tsx'
import { sectionPath } from '../features/account/sections.ts'
import { loadTexts } from '../lib/i18n.ts'
import { isolated } from '../lib/isolated-text.ts'
import { useLanguageChoice } from '../lib/language-choice.ts'
import { loadSecurityTexts } from '../lib/security-texts.ts'
import { useSession } from '../lib/session-store.ts'
import { useSiteInfo } from '../lib/site-query.ts'
import { useSupportLink } from '../lib/support-link.ts'
import { type UrlModal, useUrlModal } from '../lib/url-modal.ts'
import { Icon } from '../ui/Icon.tsx'
import { lazyAgain } from '../ui/lazy-again.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

const SiteText = lazyAgain(async () => {
  const [part] = await Promise.all([import('../features/texts/SiteText.tsx'), loadTexts('legal')])
  return part.SiteText
})

/** Dialogs of the account page, which an address may name on any other one. */
const OF_ACCOUNT = new Set([
  'deposit',
  'withdraw',
  'transfer',
  'invitation',
  'password',
  'two-factor',
  'identity',
])

export async function loadNamedDialogs() {
  await loadSecurityTexts()
  return NamedDialogs
}

/** What `?modal=` opens whatever the page. */
export function NamedDialogs() {
  const { t } = useTranslation(['account', 'ui'])
  const modal = useSearchParams()[0].get('modal') ?? ''
  const { pathname } = useLocation()
  const about = useUrlModal('about')
  const language = useUrlModal('language')
  const service = useUrlModal(modal === 'service' ? modal : 'customer-service')
  if (modal === 'bill') return <Navigate to={sectionPath('bills')} replace />
  if (OF_ACCOUNT.has(modal) && pathname !== '/account') {
    return <Navigate to={`/account?modal=${modal}`} replace />
  }
  return (
    <>
      <Sheet {...shownBy(about)} title={t('ui:texts.about')}>
        <Suspense fallback={<Skeleton width="100%" height={320} />}>
          <SiteText page="about" />
        </Suspense>
      </Sheet>
      <Sheet {...shownBy(service)} title={t('service')}>
        <Service />
      </Sheet>
      <Sheet {...shownBy(language)} title={t('language')}>
        <Languages onDone={language.hide} />
      </Sheet>
    </>
  )
}

function shownBy({ open, hide }: UrlModal) {
  return {
    open,
    onOpenChange: (next: boolean) => {
      if (!next) hide()
    },
  }
}

/** When customer service answers, what to tell it, and the operator's link where there is one. */
function Service() {
  const { t } = useTranslation('security')
  const link = useSupportLink()
  const { hours } = useSiteInfo().customerService
  const uid = useSession((session) => session.user?.uid)
  return (
    <div className="named">
      {hours === '' ? null : <p>{t('service.hours', { hours: isolated(hours) })}</p>}
      {link === null ? <p>{t('service.none')}</p> : <p>{t('service.text')}</p>}
      {uid === undefined ? null : <CopyUid uid={uid} />}
      {link === null ? null : (
        <a className="btn btn-primary btn-l btn-block" href={link} target="_blank" rel="noopener noreferrer">
          <Icon of={Headset} size={18} />
          {t('service.open')}
        </a>
      )}
    </div>
  )
}

function Languages({ onDone }: { onDone: () => void }) {
  const { items, onOpen } = useLanguageChoice().menu
  return (
    <ul className="named" ref={onOpen}>
      {items.map(({ key, label, lang, checked, onSelect }) => (
        <li key={key}>
          <button
            type="button"
            className="menu-item named-choice"
            lang={lang}
            aria-pressed={checked}
            onClick={() => {
              onSelect()
              onDone()
            }}
          >
            <span className="flex-1">{label}</span>
            {checked ? <Icon of={Check} /> : null}
          </button>
        </li>
      ))}
    </ul>
  )
}
