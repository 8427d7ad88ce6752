import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { usePageTitle } from '../../lib/page-title.ts'
import { AccessDenied } from '../frame/AccessDenied.tsx'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { LeaveQuestion } from '../frame/UnsavedQuestion.tsx'
import { useSignOut } from '../frame/use-sign-out.ts'
import { AdminHeader } from './AdminHeader.tsx'
import { AdminNotFound } from './AdminNotFound.tsx'
import { AdminSidebar } from './AdminSidebar.tsx'
import { type AdminPath, isAdminPath, mayOpen } from './admin-pages.ts'
import { IdleWatch } from './IdleWatch.tsx'
import { PageFrame } from './PageFrame.tsx'
import { useLeaving } from './use-leaving.ts'
import { usePending } from './use-pending.ts'

/** Header and sidebar around the page that the address names. */
export function AdminShell() {
  const { page = '' } = useParams()
  return <ShellOf page={isAdminPath(page) ? page : null} />
}

function ShellOf({ page }: { page: AdminPath | null }) {
  const { t } = useTranslation('admin')
  const queries = useQueryClient()
  const admin = useAdminSession((session) => session.admin)
  const pending = {
    recharge: usePending('recharge'),
    withdraw: usePending('withdraw'),
    approvals: usePending('approvals'),
    identities: usePending('identities'),
  }
  const title = page === null ? t('notFound.title') : t(`page.${page}`)
  usePageTitle(title)
  const signOut = useSignOut()
  const leaveIdle = useCallback(() => signOut('idle'), [signOut])
  const leaving = useLeaving()
  const bar = { pending, onSignOut: () => leaving.first(signOut) }
  return (
    <div className="adm-shell">
      <a className="skip" href="#adm-main">
        {t('shell.skip')}
      </a>
      <IdleWatch onIdle={leaveIdle} />
      <LeaveQuestion {...leaving.question} />
      <AdminHeader {...bar} />
      <AdminSidebar {...bar} />
      <main id="adm-main" tabIndex={-1}>
        <h1 className="sr-only">{title}</h1>
        {page === null ? (
          <AdminNotFound />
        ) : mayOpen(admin?.permissions ?? [], page) ? (
          <PageFrame
            key={page}
            path={page}
            onUnsaved={leaving.setUnsaved}
            counted={Object.values(pending)
              .map(({ count, processing }) => `${count}+${processing}`)
              .join()}
            onDecided={() => {
              void queries.invalidateQueries({ queryKey: ['admin-pending'] })
              void queries.invalidateQueries({ queryKey: ['site-info'] })
            }}
          />
        ) : (
          <AccessDenied />
        )}
      </main>
    </div>
  )
}
