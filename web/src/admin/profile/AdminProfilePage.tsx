import { useTranslation } from 'react-i18next'
import { ValueList } from '../../ui/ValueList.tsx'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { mountPage } from '../frame/mount-page.tsx'

/** Who is signed in, with which rights. */
function Profile() {
  const { t } = useTranslation('admin')
  const admin = useAdminSession((session) => session.admin)
  if (admin === null) return null
  return (
    <>
      <h1>{t('page.profile')}</h1>
      <ValueList
        className="card adm-narrow"
        lines={[
          { key: 'username', label: t('home.username'), value: <bdi>{admin.username}</bdi> },
          { key: 'role', label: t('home.role'), value: admin.role },
          {
            key: 'permissions',
            label: t('home.permissions'),
            value: admin.permissions.length === 0 ? t('home.none') : admin.permissions.join(', '),
          },
        ]}
      />
    </>
  )
}

await mountPage('profile', Profile)
