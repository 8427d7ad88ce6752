import { useQuery } from '@tanstack/react-query'
import { adminProfile } from '@truestrike/protocol/account-endpoints.ts'
import { type ComponentType, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { setLanguage } from '../../lib/i18n.ts'
import { isLocale } from '../../lib/locale.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import type { AdminPath } from '../shell/admin-pages.ts'
import { adminCall, useAdminSession } from './admin-session.store.ts'
import { mountAdmin } from './mount-admin.tsx'
import { followShell, isFramed, tellShell } from './page-address.ts'

/** Puts a page of the back office on its document: in the shell's frame, or alone at its own address. */
export async function mountPage(path: AdminPath, Page: ComponentType): Promise<void> {
  await mountAdmin(<Guarded path={path} Page={Page} />)
  followShell((locale) => {
    if (isLocale(locale)) setLanguage(locale).catch(() => undefined)
  })
}

/** The page of a signed-in administrator: a session that is over leads to the sign-in page. */
function Guarded({ path, Page }: { path: AdminPath; Page: ComponentType }) {
  const { t } = useTranslation('admin')
  const isSignedIn = useAdminSession(({ token }) => token !== null)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['admin-profile'],
    queryFn: () => adminCall(adminProfile),
    enabled: isSignedIn,
    retry: false,
  })
  const isOver = !isSignedIn || (error instanceof ApiError && error.is('ADMIN_PASSWORD_CHANGE_REQUIRED'))
  usePageTitle(t(`page.${path}`))
  useEffect(() => {
    if (data) useAdminSession.getState().applyAdmin(data)
  }, [data])
  useEffect(() => {
    if (!isOver) return
    if (isFramed()) tellShell({ kind: 'ended' })
    else location.replace('/admin/login')
  }, [isOver])
  if (isOver) return null
  if (error !== null && data === undefined)
    return <ErrorState title={t('home.failed')} onRetry={() => void refetch()} pending={isFetching} />
  return <main className="adm-page">{data === undefined ? null : <Page />}</main>
}
