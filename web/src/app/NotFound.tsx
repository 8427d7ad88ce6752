import { Compass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePageTitle } from '../lib/page-title.ts'
import { EmptyState } from '../ui/EmptyState.tsx'

export function NotFound() {
  const { t } = useTranslation('app')
  usePageTitle(t('notFound.title'))
  return (
    <div className="page">
      <h1 className="sr-only">{t('notFound.title')}</h1>
      <EmptyState
        icon={Compass}
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={
          <Link className="btn" to="/stocks">
            {t('notFound.back')}
          </Link>
        }
      />
    </div>
  )
}
