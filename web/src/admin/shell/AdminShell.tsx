import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import { usePageTitle } from '../../lib/page-title.ts'
import { AccessDenied } from '../frame/AccessDenied.tsx'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { useSignOut } from '../frame/use-sign-out.ts'
import { AdminHeader } from './AdminHeader.tsx'
import { AdminSidebar } from './AdminSidebar.tsx'
import { type AdminPath, isAdminPath, mayOpen, pagesFor } from './admin-pages.ts'
import { IdleWatch } from './IdleWatch.tsx'
import { PageFrame } from './PageFrame.tsx'
import { usePending } from './use-pending.ts'

/** Header and sidebar around the page that the address names. */
export function AdminShell() {
  const { page = '' } = useParams()
  const admin = useAdminSession((session) => session.admin)
  if (isAdminPath(page)) return <ShellOf page={page} />
  const [first] = pagesFor(admin?.permissions ?? [])
  return <Navigate to={`/admin/${first?.path ?? 'profile'}`} replace />
}

function ShellOf({ page }: { page: AdminPath }) {
  const { t } = useTranslation('admin')
  const queries = useQueryClient()
  const admin = useAdminSession((session) => session.admin)
  const pending = {
    recharge: usePending('recharge'),
    withdraw: usePending('withdraw'),
    approvals: usePending('approvals'),
  }
  usePageTitle(t(`page.${page}`))
  const signOut = useSignOut()
  const leaveIdle = useCallback(() => signOut('idle'), [signOut])
  const bar = { pending, onSignOut: () => signOut() }
  return (
    <div className="adm-shell">
      <IdleWatch onIdle={leaveIdle} />
      <AdminHeader {...bar} />
      <AdminSidebar {...bar} />
      <main>
        <h1 className="sr-only">{t(`page.${page}`)}</h1>
        {mayOpen(admin?.permissions ?? [], page) ? (
          <PageFrame
            key={page}
            path={page}
            onDecided={() => void queries.invalidateQueries({ queryKey: ['admin-pending'] })}
          />
        ) : (
          <AccessDenied />
        )}
      </main>
    </div>
  )
}
