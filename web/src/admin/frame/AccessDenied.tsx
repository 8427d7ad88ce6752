import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** In place of a page, or of a part of one, that is not this administrator's to see. */
export function AccessDenied() {
  const { t } = useTranslation('admin')
  return (
    <div className="adm-denied">
      <EmptyState icon={Lock} title={t('denied.title')} text={t('denied.text')} />
    </div>
  )
}
