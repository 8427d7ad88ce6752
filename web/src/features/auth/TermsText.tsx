import { useSiteText } from '../../lib/site-text.ts'
import { OperatorText } from '../../ui/OperatorText.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextParts } from '../../ui/TextParts.tsx'

/** The terms in the operator's words, or in the product's. */
export function TermsText() {
  const own = useSiteText('terms')
  if (own === undefined) return <Skeleton width="100%" height={320} />
  return own === null ? <TextParts page="terms" /> : <OperatorText text={own} />
}
