import './proof.css'
import { BookOpenCheck, Check, EyeOff, type LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePageTitle } from '../../lib/page-title.ts'
import { Icon } from '../../ui/Icon.tsx'
import { MONTHS_PATH } from '../../ui/ProofLink.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { KeptList } from './KeptList.tsx'
import { KeyList } from './KeyList.tsx'
import { OfflineSteps } from './OfflineSteps.tsx'
import { useConfiguredSeed } from './use-configured-seed.ts'

const HOW = ['log', 'acceptance', 'receipt', 'keep', 'owed', 'days'] as const
const SHOWS = ['terms', 'before', 'blocks', 'outcome', 'waiting', 'cancelled'] as const
const HIDES = [
  'refused',
  'moment',
  'halt',
  'rejected',
  'sealing',
  'split',
  'marks',
  'source',
  'configured',
  'money',
  'page',
] as const

/** *How do I know?*: what a receipt shows and what it does not, the site's keys, and the way to verify without us. */
export function ProofPage() {
  const { t } = useTranslation('proof')
  const isConfigured = useConfiguredSeed()
  const hides = HIDES.filter((key) => key !== 'configured' || isConfigured)
  usePageTitle(t('page.title'))
  return (
    <div className="page pf">
      <header className="pf-head">
        <Icon of={BookOpenCheck} size={28} />
        <h1>{t('page.title')}</h1>
        <p>{t('page.lead')}</p>
      </header>
      <Part title={t('page.how.title')}>
        {HOW.map((key) => (
          <p key={key}>{t(`page.how.${key}`)}</p>
        ))}
      </Part>
      <div className="pf-pair">
        <Part title={t('page.shows.title')}>
          <Points icon={Check} texts={SHOWS.map((key) => t(`page.shows.${key}`))} />
        </Part>
        <Part title={t('page.hides.title')}>
          <Points icon={EyeOff} texts={hides.map((key) => t(`page.hides.${key}`))} />
        </Part>
      </div>
      <Part title={t('page.keys.title')}>
        <p>{t('page.keys.text')}</p>
        <KeyList />
      </Part>
      <Part title={t('page.offline.title')}>
        <OfflineSteps />
      </Part>
      <Part title={t('page.kept.title')}>
        <KeptList />
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="card pf-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

const PARTS = {
  b: (words: string) => <b>{words}</b>,
  months: (words: string) => (
    <Link className="link" to={MONTHS_PATH}>
      {words}
    </Link>
  ),
}

/** What is in question stands first, in stronger letters. */
function Points({ icon, texts }: { icon: LucideIcon; texts: readonly string[] }) {
  return (
    <ul className="pf-points">
      {texts.map((text) => (
        <li key={text}>
          <Icon of={icon} size={16} stroke={2} />
          <span>
            <RichText text={text} parts={PARTS} />
          </span>
        </li>
      ))}
    </ul>
  )
}
