import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { pagesFor } from './admin-pages.ts'

/** An address of the back office that names no page. */
export function AdminNotFound() {
  const { t } = useTranslation('admin')
  const admin = useAdminSession((session) => session.admin)
  const [first] = pagesFor(admin?.permissions ?? [])
  const path = first?.path ?? 'profile'
  return (
    <div className="adm-denied">
      <EmptyState
        icon={SearchX}
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={<Link to={`/admin/${path}`}>{t('notFound.back', { page: t(`page.${path}`) })}</Link>}
      />
    </div>
  )
}
