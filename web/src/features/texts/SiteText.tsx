import { useSiteText } from '../../lib/site-text.ts'
import { OperatorText } from '../../ui/OperatorText.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextParts } from '../../ui/TextParts.tsx'
import type { TextPage } from '../../ui/text-pages.ts'

/** The operator's words, or the product's where there are none; whoever shows it has loaded these (`loadTexts`). */
export function SiteText({ page }: { page: TextPage }) {
  const own = useSiteText(page)
  if (own === undefined) return <Skeleton width="100%" height={320} />
  return own === null ? <TextParts page={page} /> : <OperatorText text={own} />
}
