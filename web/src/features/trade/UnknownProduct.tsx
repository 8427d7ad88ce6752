import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePageTitle } from '../../lib/page-title.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Stands in the place of the trade screen of a product that there is not. */
export function UnknownProduct({ symbol }: { symbol: string }) {
  const { t } = useTranslation('trade')
  usePageTitle(t('unknown.title'))
  return (
    <>
      <h1 className="sr-only">{t('unknown.title')}</h1>
      <EmptyState
        icon={SearchX}
        title={t('unknown.title')}
        text={t('unknown.text', { symbol })}
        action={
          <Link className="btn btn-primary" to="/stocks">
            {t('unknown.back')}
          </Link>
        }
      />
    </>
  )
}
