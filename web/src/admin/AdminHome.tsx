import { useQuery } from '@tanstack/react-query'
import { adminLogout, adminProfile } from '@truestrike/protocol/account-endpoints.ts'
import { LogOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../lib/api-error.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ValueList } from '../ui/ValueList.tsx'
import { AdminFrame } from './AdminFrame.tsx'
import { AdminPassword } from './AdminPassword.tsx'
import { adminCall, useAdminSession } from './admin-session.store.ts'

/** Who is signed in, with which rights; a one-time password must be replaced first. */
export function AdminHome() {
  const { t } = useTranslation('admin')
  const { admin, applyAdmin } = useAdminSession()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['admin-profile'],
    queryFn: () => adminCall(adminProfile),
    // With a one-time password the server answers nothing but the change of it.
    enabled: admin?.mustChangePassword !== true,
    retry: false,
  })
  const [changed, setChanged] = useState(false)
  const mustChange = !changed && (admin?.mustChangePassword === true || needsNewPassword(error))
  useEffect(() => {
    if (data) applyAdmin(data)
  }, [data, applyAdmin])
  usePageTitle(t('home.title'))
  if (mustChange) {
    return (
      <AdminPassword
        onDone={() => {
          setChanged(true)
          if (admin !== null) applyAdmin({ ...admin, mustChangePassword: false })
          void refetch()
        }}
      />
    )
  }
  if (admin === null) {
    return (
      <AdminFrame title={t('home.title')}>
        {error !== null ? (
          <ErrorState title={t('home.failed')} onRetry={() => void refetch()} pending={isFetching} />
        ) : null}
      </AdminFrame>
    )
  }
  return (
    <AdminFrame title={t('home.title')}>
      <ValueList
        className="card"
        lines={[
          { key: 'username', label: t('home.username'), value: admin.username },
          { key: 'role', label: t('home.role'), value: admin.role },
          {
            key: 'permissions',
            label: t('home.permissions'),
            value: admin.permissions.length === 0 ? t('home.none') : admin.permissions.join(', '),
          },
        ]}
      />
      <SignOut />
    </AdminFrame>
  )
}

function needsNewPassword(error: unknown): boolean {
  return error instanceof ApiError && error.is('ADMIN_PASSWORD_CHANGE_REQUIRED')
}

function SignOut() {
  const { t } = useTranslation('admin')
  const [pending, setPending] = useState(false)
  const signOut = async () => {
    setPending(true)
    try {
      await adminCall(adminLogout)
    } catch {
      // The token ends by itself; nothing of it stays here.
    }
    useAdminSession.getState().signOut()
  }
  return (
    <Button size="l" block icon={LogOut} pending={pending} onClick={() => void signOut()}>
      {t('home.signOut')}
    </Button>
  )
}
