import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router'
import { ToastHost } from '../ui/Toast.tsx'
import { AdminHome } from './AdminHome.tsx'
import { AdminLogin } from './AdminLogin.tsx'
import { useAdminSession } from './admin-session.store.ts'

const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false } },
})

export function AdminApp() {
  const signedIn = useAdminSession((session) => session.token !== null)
  useTranslation()
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <ToastHost />
        <BrowserRouter>
          <Routes>
            <Route
              path="/admin/login"
              element={signedIn ? <Navigate to="/admin/dashboard" replace /> : <AdminLogin />}
            />
            <Route
              path="/admin/dashboard"
              element={signedIn ? <AdminHome /> : <Navigate to="/admin/login" replace />}
            />
            <Route
              path="*"
              element={<Navigate to={signedIn ? '/admin/dashboard' : '/admin/login'} replace />}
            />
          </Routes>
        </BrowserRouter>
      </QueryClientProvider>
    </CSPProvider>
  )
}
