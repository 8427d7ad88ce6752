import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { adminProfile } from '@truestrike/protocol/account-endpoints.ts'
import { type ComponentType, useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { setLanguage } from '../../lib/i18n.ts'
import { isLocale } from '../../lib/locale.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { type AdminPath, mayOpen } from '../shell/admin-pages.ts'
import { IdleWatch } from '../shell/IdleWatch.tsx'
import { AccessDenied } from './AccessDenied.tsx'
import { AdminBoundary } from './AdminBoundary.tsx'
import { adminCall, signInAddress, useAdminSession } from './admin-session.store.ts'
import type { AdminPart } from './admin-texts.ts'
import { mountAdmin } from './mount-admin.tsx'
import { followShell, isFramed, tellShell, usePageAddress } from './page-address.ts'
import { UnsavedQuestion } from './UnsavedQuestion.tsx'
import { useSignOut } from './use-sign-out.ts'
import { ZoneNote } from './ZoneNote.tsx'

/** The shell warns of idleness for the pages in its frame; alone a page does so itself. */
const IDLE_TEXTS: readonly AdminPart[] = ['admin-access']

/**
 * Puts a page of the back office on its document: in the shell's frame, or alone at its own address. `parts`: the namespaces
 * of its own texts, such as `admin-users`, beside those of all pages. Answers what takes the page away again.
 */
export async function mountPage(
  path: AdminPath,
  Page: ComponentType,
  ...parts: AdminPart[]
): Promise<() => void> {
  const remove = await mountAdmin(
    <Guarded path={path} Page={Page} />,
    ...parts,
    ...(isFramed() ? [] : IDLE_TEXTS),
  )
  followShell((locale) => {
    if (isLocale(locale)) setLanguage(locale).catch(() => undefined)
  })
  return remove
}

/** The page of a signed-in administrator who may open it; a session that is over leads to the sign-in page. */
function Guarded({ path, Page }: { path: AdminPath; Page: ComponentType }) {
  const { t } = useTranslation('admin')
  const { token, admin, denials } = useAdminSession()
  const isSignedIn = token !== null
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['admin-profile', token, denials],
    queryFn: () => adminCall(adminProfile),
    enabled: isSignedIn,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const signOut = useSignOut()
  const leaveIdle = useCallback(() => signOut('idle'), [signOut])
  const isOver =
    !isSignedIn ||
    (error instanceof ApiError && error.is('ADMIN_PASSWORD_CHANGE_REQUIRED')) ||
    admin?.mustSetUpTwoFactor === true
  usePageTitle(t(`page.${path}`))
  useEffect(() => {
    if (data) useAdminSession.getState().applyAdmin(data)
  }, [data])
  useEffect(() => {
    if (denials > 0) tellShell({ kind: 'denied' })
  }, [denials])
  useEffect(() => {
    if (!isOver) return
    if (isFramed()) tellShell({ kind: 'ended' })
    else {
      const wanted = `/admin/${path}${usePageAddress.getState().search}`
      location.replace(signInAddress(useAdminSession.getState().wasIdle, wanted))
    }
  }, [isOver, path])
  if (isOver) return null
  if (error !== null && data === undefined)
    return <ErrorState title={t('home.failed')} onRetry={() => void refetch()} pending={isFetching} />
  if (data === undefined || admin === null) return <main className="adm-page" />
  return (
    <main className="adm-page">
      {isFramed() ? null : <IdleWatch onIdle={leaveIdle} />}
      <UnsavedQuestion />
      <AdminBoundary>{mayOpen(admin.permissions, path) ? <Page /> : <AccessDenied />}</AdminBoundary>
      {isFramed() ? null : (
        <p className="cap adm-zone">
          <ZoneNote />
        </p>
      )}
    </main>
  )
}
