import { useTranslation } from 'react-i18next'
import { useUrlModal } from '../../lib/url-modal.ts'
import { RichText } from '../../ui/RichText.tsx'
import { TermsDialog } from './TermsDialog.tsx'

/** A wallet's first sign-in makes an account: what is accepted with it. */
export function WalletTerms() {
  const { t } = useTranslation('auth')
  const terms = useUrlModal('terms')
  const link = (words: string) => (
    <button type="button" className="link" onClick={() => terms.show()}>
      {words}
    </button>
  )
  return (
    <p className="lg-terms-note">
      <RichText text={t('ways.terms')} parts={{ terms: link }} />
      <TermsDialog modal={terms} />
    </p>
  )
}
