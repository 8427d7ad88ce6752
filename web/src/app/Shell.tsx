import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { Header } from './Header.tsx'
import { HistoryAlarm } from './HistoryAlarm.tsx'
import { Navigation } from './Navigation.tsx'
import { SignOutDialog } from './SignOutDialog.tsx'

/** Header, navigation (rail or bottom bar), and the page between them. */
export function Shell() {
  const { t } = useTranslation('app')
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <Header />
      <Navigation />
      <main className="shell-main" id="content" tabIndex={-1}>
        <ConnectionBanner />
        <HistoryAlarm />
        <Outlet />
      </main>
      <SignOutDialog />
    </div>
  )
}
