import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { BrowserRouter } from 'react-router'
import { useConnections } from '../lib/connection-store.ts'
import { onLaterSnapshot } from '../lib/contracts-store.ts'
import { directionOf } from '../lib/locale.ts'
import { useSession } from '../lib/session-store.ts'
import { loadUserInfo, useUserInfoState } from '../lib/user-info.ts'
import { AppRoutes } from './AppRoutes.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { LoadFailure } from './LoadFailure.tsx'
import { ToastBridge } from './ToastBridge.tsx'

const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false, staleTime: 10_000 } },
})

/** What is the same for everyone; the rest belongs to one session and goes with it. */
const PUBLIC_QUERIES: readonly unknown[] = ['site-info', 'products', 'rules', 'candles']

export function App() {
  const { i18n } = useTranslation()
  useEffect(
    () =>
      useSession.subscribe((session, before) => {
        if (session.token === before.token) return
        queryClient.removeQueries({ predicate: ({ queryKey }) => !PUBLIC_QUERIES.includes(queryKey[0]) })
      }),
    [],
  )
  // What could not be had without the server comes when it is back.
  useEffect(
    () =>
      useConnections.subscribe(({ general }, before) => {
        if (general.phase !== 'open' || before.general.phase === 'open') return
        void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
        if (useUserInfoState.getState().failed) void loadUserInfo()
      }),
    [],
  )
  // Lists that were asked for while the socket was away may lack what it would have told.
  useEffect(
    () =>
      onLaterSnapshot(() => {
        for (const lists of ['contracts', 'statistics', 'products'])
          void queryClient.invalidateQueries({ queryKey: [lists] })
      }),
    [],
  )
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={directionOf(i18n.language)}>
        <QueryClientProvider client={queryClient}>
          <ToastBridge />
          <LoadFailure />
          <ErrorBoundary>
            <BrowserRouter>
              <AppRoutes />
            </BrowserRouter>
          </ErrorBoundary>
        </QueryClientProvider>
      </DirectionProvider>
    </CSPProvider>
  )
}
