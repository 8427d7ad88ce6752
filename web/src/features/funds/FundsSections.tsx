import './funds.css'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePageTitle } from '../../lib/page-title.ts'
import { Icon } from '../../ui/Icon.tsx'
import { BillsSection } from './BillsSection.tsx'
import { WalletSection } from './WalletSection.tsx'

interface FundsSectionsProps {
  section: 'wallet' | 'bills'
  /** The cards of both balances, another feature's. */
  balances: ReactNode
}

/** The account page's part about money, with the way back to the whole. */
export function FundsSections({ section, balances }: FundsSectionsProps) {
  const { t } = useTranslation('funds')
  usePageTitle(t(`title.${section}`))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section is another page
  useEffect(() => {
    // The path stays the same: what a change of it would bring is done here.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
    globalThis.scrollTo(0, 0)
  }, [section])
  return (
    <div className="page as fu">
      <div className="as-head">
        <Link
          className="btn btn-ghost btn-s hit"
          to={section === 'bills' ? '/account?section=wallet' : '/account'}
        >
          <Icon of={ChevronLeft} size={16} className="flip" />
          {t(section === 'bills' ? 'title.wallet' : 'back')}
        </Link>
        <h1>{t(`title.${section}`)}</h1>
      </div>
      {section === 'wallet' ? <WalletSection balances={balances} /> : <BillsSection />}
    </div>
  )
}
