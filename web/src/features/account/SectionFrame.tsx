import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePageTitle } from '../../lib/page-title.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { OwnSection } from './sections.ts'

/** A part of the account page, with the way back to the whole. */
export function SectionFrame({ section, children }: { section: OwnSection; children: ReactNode }) {
  const { t } = useTranslation('security')
  usePageTitle(t(`title.${section}`))
  useEffect(() => {
    // The path stays the same: what a change of it would bring is done here.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
    globalThis.scrollTo(0, 0)
  }, [])
  return (
    <div className="page as">
      <div className="as-head">
        <Link className="btn btn-ghost btn-s hit" to="/account">
          <Icon of={ChevronLeft} size={16} className="flip" />
          {t('back')}
        </Link>
        <h1>{t(`title.${section}`)}</h1>
      </div>
      {children}
    </div>
  )
}
