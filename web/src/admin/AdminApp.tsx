import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { adminProfile } from '@truestrike/protocol/account-endpoints.ts'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  createBrowserRouter,
  Navigate,
  Route,
  RouterProvider,
  Routes,
  useLocation,
  useRouteError,
} from 'react-router'
import { ApiError } from '../lib/api-error.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { adminCall, useAdminSession } from './frame/admin-session.store.ts'
import { AdminFrame } from './login/AdminFrame.tsx'
import { AdminLogin } from './login/AdminLogin.tsx'
import { AdminPassword } from './login/AdminPassword.tsx'
import { TwoFactorFirst } from './login/TwoFactorFirst.tsx'
import { AdminShell } from './shell/AdminShell.tsx'
import { isAdminPath } from './shell/admin-pages.ts'

/** What breaks is shown by the boundary around the app, not by that of the router. */
function Rethrow(): never {
  throw useRouteError()
}

/** A router that can hold a step back until it is said that what is not saved may go. */
const createRouter = () =>
  createBrowserRouter([{ path: '*', Component: AdminRoutes, ErrorBoundary: Rethrow }])

export function AdminApp() {
  const [router] = useState(createRouter)
  return <RouterProvider router={router} />
}

function AdminRoutes() {
  useTranslation('admin')
  return (
    <Routes>
      <Route path="/admin/login" element={<ForGuests />} />
      <Route
        path="/admin/:page"
        element={
          <ForAdministrators>
            <AdminShell />
          </ForAdministrators>
        }
      />
      <Route path="/admin" element={<Navigate to="/admin/dashboard" replace />} />
      <Route
        path="*"
        element={
          <ForAdministrators>
            <AdminShell />
          </ForAdministrators>
        }
      />
    </Routes>
  )
}

/**
 * Where a signed-in administrator goes on: to the page he asked for, of the shell or alone, or the dashboard. An address
 * that anybody may have made leads to nothing but a page of the back office.
 */
export function wantedOf({ state, search }: { state: unknown; search: string }): string {
  const ofShell = (state as { wanted?: unknown } | null)?.wanted
  const wanted = typeof ofShell === 'string' ? ofShell : (new URLSearchParams(search).get('wanted') ?? '')
  const [, page = ''] = /^\/admin\/([a-z-]+)(?:\?[^#]*)?$/.exec(wanted) ?? []
  return isAdminPath(page) ? wanted : '/admin/dashboard'
}

function ForGuests() {
  const signedIn = useAdminSession((session) => session.token !== null)
  const place = useLocation()
  return signedIn ? <Navigate to={wantedOf(place)} replace /> : <AdminLogin />
}

/** Why nothing is answered from here. */
const refusalText = (error: unknown): string | undefined =>
  error instanceof ApiError && error.is('ADMIN_NETWORK_REFUSED') ? error.message : undefined

/** With a one-time password there is nothing but the change of it. */
function ForAdministrators({ children }: { children: ReactNode }) {
  const { t } = useTranslation('admin')
  const { pathname, search } = useLocation()
  const { token, admin, denials, applyAdmin } = useAdminSession()
  const [offersTwoFactor, setOffersTwoFactor] = useState(false)
  const endOffer = useCallback(() => setOffersTwoFactor(false), [])
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['admin-profile', token, denials],
    placeholderData: keepPreviousData,
    queryFn: () => adminCall(adminProfile),
    enabled: token !== null && admin?.mustChangePassword !== true,
    retry: false,
  })
  useEffect(() => {
    if (data) applyAdmin(data)
  }, [data, applyAdmin])
  if (token === null) return <Navigate to="/admin/login" replace state={{ wanted: `${pathname}${search}` }} />
  const mustChange =
    admin?.mustChangePassword === true ||
    (error instanceof ApiError && error.is('ADMIN_PASSWORD_CHANGE_REQUIRED'))
  if (mustChange)
    return (
      <AdminPassword
        onDone={() => {
          if (admin !== null) applyAdmin({ ...admin, mustChangePassword: false })
          setOffersTwoFactor(true)
          void refetch()
        }}
      />
    )
  if (admin?.mustSetUpTwoFactor === true)
    return (
      <TwoFactorFirst
        onDone={() => {
          applyAdmin({ ...admin, mustSetUpTwoFactor: false })
          endOffer()
          void refetch()
        }}
      />
    )
  if (offersTwoFactor && data !== undefined) return <TwoFactorFirst isOptional onDone={endOffer} />
  if (data === undefined && error !== null)
    return (
      <AdminFrame title={t('shell.title')}>
        <ErrorState
          title={t('home.failed')}
          text={refusalText(error)}
          onRetry={() => void refetch()}
          pending={isFetching}
        />
      </AdminFrame>
    )
  // Its rights are known with it: nothing is shown before.
  return data === undefined || admin === null ? null : children
}
