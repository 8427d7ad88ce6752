import { Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router'
import { loadTexts } from '../lib/i18n.ts'
import { useSession } from '../lib/session-store.ts'
import { loginPathFor, wantedPage } from '../lib/wanted-page.ts'
import { lazyAgain, lazyLater } from '../ui/lazy-again.tsx'
import { MONTHS_PATH, PROOF_PATH } from '../ui/ProofLink.tsx'
import { pathOfText, textPages } from '../ui/text-pages.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { HistoryAlarm } from './HistoryAlarm.tsx'
import { LanguageMenu } from './LanguageMenu.tsx'
import { NotFound } from './NotFound.tsx'
import { PageLoading } from './PageLoading.tsx'
import { useRouteEffects } from './route-effects.ts'
import { Shell } from './Shell.tsx'
import { SupportLink } from './SupportLink.tsx'
import { LastTrade, TradeRoute } from './TradeRoute.tsx'

const MarketsPage = lazyAgain(async () => (await import('../features/markets/MarketsPage.tsx')).MarketsPage)
const ContractsPage = lazyAgain(async () => {
  const [page] = await Promise.all([import('../features/contracts/ContractsPage.tsx'), loadTexts('proof')])
  return page.ContractsPage
})
const ProofPage = lazyAgain(async () => {
  const [page] = await Promise.all([import('../features/proof/ProofPage.tsx'), loadTexts('proof')])
  return page.ProofPage
})
const MonthsPage = lazyAgain(async () => {
  const [page] = await Promise.all([import('../features/months/MonthsPage.tsx'), loadTexts('proof')])
  return page.MonthsPage
})
const AccountRoute = lazyAgain(async () => (await import('./load-account-route.ts')).loadAccountRoute())
const TextPage = lazyAgain(async () => {
  const [page] = await Promise.all([import('../features/texts/TextPage.tsx'), loadTexts('legal')])
  return page.TextPage
})
const WalletLogin = lazyAgain(async () => {
  const [part] = await Promise.all([import('../features/wallet/WalletLogin.tsx'), loadTexts('wallet')])
  return part.WalletLogin
})
const LoginPage = lazyAgain(async () => {
  const [page] = await Promise.all([import('../features/auth/LoginPage.tsx'), loadTexts('auth')])
  return page.LoginPage
})
const ForgotPage = lazyAgain(async () => {
  const [page] = await Promise.all([import('../features/auth/ForgotPage.tsx'), loadTexts('auth')])
  return page.ForgotPage
})

const NamedDialogs = lazyLater(async () => (await import('./NamedDialogs.tsx')).loadNamedDialogs())

export function AppRoutes() {
  useRouteEffects()
  const { search } = useLocation()
  // Once there was one it stays, to close gently.
  const named = useRef(false)
  named.current ||= search.includes('modal=')
  return (
    <>
      {named.current ? (
        <Suspense>
          <NamedDialogs />
        </Suspense>
      ) : null}
      <Pages />
    </>
  )
}

function Pages() {
  return (
    <Routes>
      <Route element={<GuestOnly />}>
        <Route
          path="/login"
          element={<LoginPage tab="login" tools={<GuestTools />} wallet={<WalletLogin />} />}
        />
        <Route path="/login/forgot" element={<ForgotPage tools={<GuestTools />} />} />
        <Route
          path="/login/register"
          element={<LoginPage tab="register" tools={<GuestTools />} wallet={null} />}
        />
      </Route>
      <Route element={<Shell />}>
        <Route element={<Page />}>
          <Route path="/" element={<Navigate to="/stocks" replace />} />
          <Route path="/stocks" element={<MarketsPage />} />
          <Route path="/trade" element={<LastTrade />} />
          <Route path="/trade/*" element={<TradeRoute />} />
          <Route element={<UserOnly />}>
            <Route path="/account" element={<AccountRoute />} />
            <Route path="/contract-record" element={<ContractsPage />} />
          </Route>
          <Route path={PROOF_PATH} element={<ProofPage />} />
          <Route path={MONTHS_PATH} element={<MonthsPage />} />
          {textPages.map((page) => (
            <Route key={page} path={pathOfText(page)} element={<TextPage page={page} />} />
          ))}
          <Route path="*" element={<NotFound />} />
        </Route>
      </Route>
    </Routes>
  )
}

/** One page inside the shell: loads, or breaks, without taking header and navigation with it. */
function Page() {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary resetKey={pathname}>
      <Suspense fallback={<PageLoading />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  )
}

function GuestOnly() {
  const token = useSession((session) => session.token)
  const { search } = useLocation()
  if (token !== null) {
    const next = wantedPage(new URLSearchParams(search).get('next'), globalThis.location.origin)
    return <Navigate to={next ?? '/stocks'} replace />
  }
  return (
    <>
      <HistoryAlarm />
      <Suspense fallback={<GuestLoading />}>
        <Outlet />
      </Suspense>
    </>
  )
}

/** The pages of guests bring landmark and heading themselves. */
function GuestLoading() {
  const { t } = useTranslation('app')
  return (
    <main>
      <h1 className="sr-only">{t('signIn')}</h1>
      <PageLoading />
    </main>
  )
}

function UserOnly() {
  const token = useSession((session) => session.token)
  const { pathname, search } = useLocation()
  if (token === null) return <Navigate to={loginPathFor(pathname + search)} replace />
  // Another tab may have signed somebody else in: what was typed here is not his.
  return <Outlet key={token} />
}

/** What the sign-in page takes from the header. */
function GuestTools() {
  return (
    <>
      <LanguageMenu />
      <SupportLink />
    </>
  )
}
