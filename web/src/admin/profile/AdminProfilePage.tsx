import { useTranslation } from 'react-i18next'
import { ValueList } from '../../ui/ValueList.tsx'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { mountPage } from '../frame/mount-page.tsx'
import { RoleName } from '../roles/RoleName.tsx'
import { AdminTwoFactor } from './AdminTwoFactor.tsx'
import { ChangeOwnPassword } from './ChangeOwnPassword.tsx'
import { OwnSessions } from './OwnSessions.tsx'

/** Who is signed in, with which rights, how he is protected, and where else he is signed in. */
function Profile() {
  const { t } = useTranslation('admin')
  const admin = useAdminSession((session) => session.admin)
  if (admin === null) return null
  return (
    <div className="adm-stack">
      <h1>{t('page.profile')}</h1>
      <ValueList
        className="card adm-narrow"
        lines={[
          { key: 'username', label: t('home.username'), value: <bdi>{admin.username}</bdi> },
          { key: 'role', label: t('home.role'), value: <RoleName of={admin.role} /> },
        ]}
      />
      <ChangeOwnPassword />
      <AdminTwoFactor />
      <OwnSessions />
    </div>
  )
}

await mountPage('profile', Profile, 'admin-access', 'security')
