import './texts.css'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/page-title.ts'
import { useSiteText } from '../../lib/site-text.ts'
import { OperatorText } from '../../ui/OperatorText.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextLinks } from '../../ui/TextLinks.tsx'
import { TextParts } from '../../ui/TextParts.tsx'
import type { TextPage as Page } from '../../ui/text-pages.ts'

/** About us, terms, privacy or risks. */
export function TextPage({ page }: { page: Page }) {
  const { t } = useTranslation('ui')
  const own = useSiteText(page)
  const title = t(`texts.${page}`)
  usePageTitle(title)
  return (
    <div className="page tx">
      <TextLinks />
      <article className="card">
        <h1>{title}</h1>
        {own === undefined ? (
          <Skeleton width="100%" height={320} />
        ) : own === null ? (
          <TextParts page={page} />
        ) : (
          <OperatorText text={own} />
        )}
      </article>
    </div>
  )
}
