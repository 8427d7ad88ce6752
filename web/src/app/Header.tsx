import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useBook } from '../lib/book-store.ts'
import { useFundsInUse } from '../lib/funds-in-use.ts'
import { useHiddenAmounts } from '../lib/hidden-amounts.ts'
import { formatMoney } from '../lib/money-format.ts'
import { useSession } from '../lib/session-store.ts'
import { useSiteInfo } from '../lib/site-query.ts'
import { loginPathFor } from '../lib/wanted-page.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { BrandMark } from '../ui/Brand.tsx'
import { FundsBadge } from '../ui/FundsBadge.tsx'
import { HiddenAmount } from '../ui/HiddenAmount.tsx'
import { lazyLater } from '../ui/lazy-again.tsx'
import { Num } from '../ui/Num.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { LanguageMenu } from './LanguageMenu.tsx'
import { NoticeBell } from './NoticeBell.tsx'
import { SupportLink } from './SupportLink.tsx'

const FundsSwitch = lazyLater(async () => (await import('./FundsSwitch.tsx')).FundsSwitch)
const HeaderApproximate = lazyLater(async () => (await import('./HeaderApproximate.tsx')).HeaderApproximate)

export function Header() {
  const { t } = useTranslation('app')
  const site = useSiteInfo()
  const signedIn = useSession((session) => session.token !== null)
  const { pathname, search } = useLocation()
  const badge = <FundsBadge funds={useFundsInUse()} className="top-funds" />
  return (
    <header className="top">
      <Link className="brand" to="/" aria-label={site.siteName}>
        <span className="brand-mark">
          <BrandMark logo={site.logo} />
        </span>
        <span className="brand-name">{site.siteName}</span>
      </Link>
      <Suspense fallback={badge}>{signedIn ? <FundsSwitch /> : badge}</Suspense>
      <span className="flex-1" />
      {signedIn ? <Balance /> : null}
      <LanguageMenu />
      <SupportLink />
      {signedIn ? (
        <>
          <NoticeBell />
          <AccountMenu />
        </>
      ) : (
        <Link className="btn btn-s btn-primary hit top-signin" to={loginPathFor(pathname + search)}>
          <Avatar name="" picture={null} />
          {t('signIn')}
        </Link>
      )}
    </header>
  )
}

function Balance() {
  const { t } = useTranslation('app')
  const hidden = useHiddenAmounts((amounts) => amounts.hidden)
  const book = useBook((choice) => choice.book)
  const available = useSession((session) => session.user?.balances?.[book].available)
  return (
    <>
      <Link className="top-balance" to="/account">
        <span className="lab">{t('available')}</span>
        <Num unit="USDT">{hidden ? <HiddenAmount /> : formatMoney(available)}</Num>
        <Suspense>{hidden ? null : <HeaderApproximate amount={available} />}</Suspense>
      </Link>
      <Link className="btn btn-s hit top-deposit" to="/account?section=wallet&modal=deposit">
        {t('deposit')}
      </Link>
    </>
  )
}
