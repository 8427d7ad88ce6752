import { isolated } from '../../lib/isolated-text.ts'
import { useOperatorName } from '../../lib/site-query.ts'
import { useSiteText } from '../../lib/site-text.ts'
import { OperatorText } from '../../ui/OperatorText.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { OperatorPart, TextParts } from '../../ui/TextParts.tsx'
import type { TextPage } from '../../ui/text-pages.ts'

/** The operator's words, or the product's where there are none; whoever shows it has loaded these (`loadTexts`). */
export function SiteText({ page }: { page: TextPage }) {
  const own = useSiteText(page)
  const name = useOperatorName()
  if (own === undefined) return <Skeleton width="100%" height={320} />
  const operator = name ? isolated(name) : name
  if (own === null) return <TextParts {...{ page, operator }} />
  return (
    <>
      <OperatorText text={own} />
      {(page === 'about' || page === 'privacy') && operator ? <OperatorPart operator={operator} /> : null}
    </>
  )
}
