import { useTranslation } from 'react-i18next'
import { Sheet } from '../../ui/Sheet.tsx'

const PARTS = ['what', 'loss', 'settle', 'cancel', 'funds', 'proof'] as const

/** What a user agrees to, in plain words. */
export function TermsDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { t } = useTranslation('auth')
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('terms.title')}>
      <dl className="lg-terms">
        {PARTS.map((part) => (
          <div key={part}>
            <dt>{t(`terms.${part}.title`)}</dt>
            <dd>{t(`terms.${part}.text`)}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}
