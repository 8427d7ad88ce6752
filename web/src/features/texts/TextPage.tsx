import './texts.css'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/page-title.ts'
import { TextLinks } from '../../ui/TextLinks.tsx'
import type { TextPage as Page } from '../../ui/text-pages.ts'
import { SiteText } from './SiteText.tsx'

/** About us, terms, privacy or risks. */
export function TextPage({ page }: { page: Page }) {
  const { t } = useTranslation('ui')
  const title = t(`texts.${page}`)
  usePageTitle(title)
  return (
    <div className="page tx">
      <TextLinks />
      <article className="card">
        <h1>{title}</h1>
        <SiteText page={page} />
      </article>
    </div>
  )
}
