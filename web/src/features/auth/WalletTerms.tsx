import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RichText } from '../../ui/RichText.tsx'
import { TermsDialog } from './TermsDialog.tsx'

/** A wallet's first sign-in makes an account: what is accepted with it. */
export function WalletTerms() {
  const { t } = useTranslation('auth')
  const [open, setOpen] = useState(false)
  const link = (words: string) => (
    <button type="button" className="link" onClick={() => setOpen(true)}>
      {words}
    </button>
  )
  return (
    <p className="lg-terms-note">
      <RichText text={t('ways.terms')} parts={{ terms: link }} />
      <TermsDialog open={open} onOpenChange={setOpen} />
    </p>
  )
}
