import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getDashboard } from '@truestrike/protocol/dashboard-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { mountPage } from '../frame/mount-page.tsx'
import { moveTo, usePageAddress } from '../frame/page-address.ts'
import { Exposure } from './Exposure.tsx'
import { Feeds } from './Feeds.tsx'
import { KeyFigures } from './KeyFigures.tsx'
import { OrdersOverTime } from './OrdersOverTime.tsx'
import { PendingWork } from './PendingWork.tsx'

const BOOKS = ['real', 'demo'] as const
/** Live: the server keeps the answer for a second. */
const ASK_EVERY_MS = 2_000

function DashboardPage() {
  const { t } = useTranslation('admin')
  const params = new URLSearchParams(usePageAddress((address) => address.search))
  const book = BOOKS.find((each) => each === params.get('book')) ?? 'real'
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['admin-dashboard', book],
    queryFn: () => adminCall(getDashboard, { query: { book } }),
    refetchInterval: ASK_EVERY_MS,
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="adm-head">
        <h1>{t('page.dashboard')}</h1>
        <span className="flex-1" />
        {data === undefined ? null : (
          <span className="cap">
            <bdi>{formatDayAndClock(data.atMs)}</bdi>
          </span>
        )}
        <Select
          aria-label={t('dashboard.book')}
          value={book}
          onChange={({ target }) => moveTo(new URLSearchParams({ book: target.value }))}
        >
          {BOOKS.map((each) => (
            <option key={each} value={each}>
              {t(`dashboard.books.${each}`)}
            </option>
          ))}
        </Select>
      </div>
      {isError && data === undefined ? (
        <ErrorState title={t('dashboard.failed')} pending={isFetching} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton width="100%" height={600} />
      ) : (
        <div className="adm-board">
          <KeyFigures of={data} />
          <div className="adm-board-two">
            <Exposure of={data} />
            <OrdersOverTime of={data.ordersOverTime} />
          </div>
          <div className="adm-board-side">
            <PendingWork of={data.pending} />
            <Feeds of={data} />
          </div>
        </div>
      )}
    </>
  )
}

await mountPage('dashboard', DashboardPage)
