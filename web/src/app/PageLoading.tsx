import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { Skeleton } from '../ui/Skeleton.tsx'

/** Holds the place of a page whose code is still on the way: its panels, where they will be, and no spinner. */
export function PageLoading() {
  const { t } = useTranslation('app')
  const { pathname } = useLocation()
  const trade = pathname.startsWith('/trade')
  return (
    <div className={trade ? 'wait-trade' : 'page wait-page'} aria-busy="true">
      <span className="sr-only">{t('loading')}</span>
      {trade ? (
        <>
          <span className="wait-list" />
          <span className="wait-chart" />
          <span className="wait-order" />
        </>
      ) : pathname.startsWith('/login') ? null : (
        <>
          <Skeleton width={140} height={28} />
          <Skeleton width={220} height={20} />
          <span />
        </>
      )}
    </div>
  )
}
