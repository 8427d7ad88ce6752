import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '../../lib/i18n.ts'
import type { UrlModal } from '../../lib/url-modal.ts'
import { lazyAgain } from '../../ui/lazy-again.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

const Terms = lazyAgain(async () => {
  const [terms] = await Promise.all([import('./TermsText.tsx'), loadTexts('legal')])
  return terms.TermsText
})

/** What a user agrees to, in plain words. */
export function TermsDialog({ modal }: { modal: UrlModal }) {
  const { t } = useTranslation('ui')
  return (
    <Sheet open={modal.open} onOpenChange={modal.change} title={t('texts.terms')}>
      <Suspense fallback={<Skeleton width="100%" height={320} />}>
        <Terms />
      </Suspense>
    </Sheet>
  )
}
