import { ArrowDownUp, ChartNoAxesColumn, CircleUserRound, type LucideIcon, ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink } from 'react-router'
import { useBook } from '../lib/book-store.ts'
import { isPending, useContracts } from '../lib/contracts-store.ts'
import { useSiteInfo } from '../lib/site-query.ts'
import { BrandMark } from '../ui/Brand.tsx'
import { Icon } from '../ui/Icon.tsx'

const ITEMS: readonly { key: 'markets' | 'trade' | 'contracts' | 'account'; to: string; icon: LucideIcon }[] =
  [
    { key: 'markets', to: '/stocks', icon: ChartNoAxesColumn },
    { key: 'trade', to: '/trade', icon: ArrowDownUp },
    { key: 'contracts', to: '/contract-record', icon: ReceiptText },
    { key: 'account', to: '/account', icon: CircleUserRound },
  ]

/** A bottom bar up to 1024 px, a rail above. */
export function Navigation() {
  const { t } = useTranslation('app')
  const site = useSiteInfo()
  const open = useOpenContracts()
  return (
    <nav className="nav" aria-label={t('nav.label')}>
      <Link className="nav-brand" to="/" aria-label={site.siteName} tabIndex={-1}>
        <BrandMark logo={site.logo} size={28} />
      </Link>
      {ITEMS.map(({ key, to, icon }) => (
        <NavLink key={key} to={to} className="nav-item">
          <Icon of={icon} />
          <span className="nav-word">{t(`nav.${key}`)}</span>
          {key === 'contracts' && open > 0 ? (
            <span className="pip n">
              <span aria-hidden="true">{open > 99 ? '99+' : open}</span>
              <span className="sr-only">{t('nav.open', { count: open })}</span>
            </span>
          ) : null}
        </NavLink>
      ))}
    </nav>
  )
}

function useOpenContracts(): number {
  const book = useBook((choice) => choice.book)
  return useContracts(({ byId }) => {
    let open = 0
    for (const contract of byId.values()) if (contract.book === book && isPending(contract)) open += 1
    return open
  })
}
