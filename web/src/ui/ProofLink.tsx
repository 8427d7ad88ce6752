import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** Where the page is that says how a result can be checked. */
export const PROOF_PATH = '/proof'
/** Where cancelled contracts, halts, voids and changes of source are told of. */
export const MONTHS_PATH = '/proof/months'

export function ProofLink({ className = 'proof-link' }: { className?: string }) {
  const { t } = useTranslation('ui')
  return (
    <Link className={className} to={PROOF_PATH}>
      {t('proofLink')}
    </Link>
  )
}
