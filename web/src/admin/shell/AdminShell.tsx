import { useQueryClient } from '@tanstack/react-query'
import { adminLogout } from '@truestrike/protocol/account-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import { usePageTitle } from '../../lib/page-title.ts'
import { adminCall, useAdminSession } from '../frame/admin-session.store.ts'
import { AdminHeader } from './AdminHeader.tsx'
import { AdminSidebar } from './AdminSidebar.tsx'
import { type AdminPath, isAdminPath } from './admin-pages.ts'
import { PageFrame } from './PageFrame.tsx'
import { usePending } from './use-pending.ts'

/** Header and sidebar around the page that the address names. */
export function AdminShell() {
  const { page = '' } = useParams()
  return isAdminPath(page) ? <ShellOf page={page} /> : <Navigate to="/admin/dashboard" replace />
}

function ShellOf({ page }: { page: AdminPath }) {
  const { t } = useTranslation('admin')
  const queries = useQueryClient()
  const pending = { recharge: usePending('recharge'), withdraw: usePending('withdraw') }
  usePageTitle(t(`page.${page}`))
  const signOut = async (): Promise<void> => {
    // The token ends by itself; nothing of it stays here.
    await adminCall(adminLogout).catch(() => undefined)
    useAdminSession.getState().signOut()
    queries.clear()
  }
  const bar = { pending, onSignOut: () => void signOut() }
  return (
    <div className="adm-shell">
      <AdminHeader {...bar} />
      <AdminSidebar {...bar} />
      <main>
        <h1 className="sr-only">{t(`page.${page}`)}</h1>
        <PageFrame
          key={page}
          path={page}
          onDecided={() => void queries.invalidateQueries({ queryKey: ['admin-pending'] })}
        />
      </main>
    </div>
  )
}
