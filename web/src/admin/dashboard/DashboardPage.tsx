import { getDashboard } from '@truestrike/protocol/dashboard-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { adminCall } from '../frame/admin-session.store.ts'
import { bookOf, LiveBoard, useLiveFigures } from '../frame/LiveBoard.tsx'
import { mountPage } from '../frame/mount-page.tsx'
import { moveTo, usePageAddress } from '../frame/page-address.ts'
import { Exposure } from './Exposure.tsx'
import { Feeds } from './Feeds.tsx'
import { KeyFigures } from './KeyFigures.tsx'
import { OrdersOverTime } from './OrdersOverTime.tsx'
import { PendingWork } from './PendingWork.tsx'

function DashboardPage() {
  const { t } = useTranslation('admin')
  const book = bookOf(new URLSearchParams(usePageAddress((address) => address.search)))
  const figures = useLiveFigures('admin-dashboard', book, () => adminCall(getDashboard, { query: { book } }))
  return (
    <LiveBoard
      title={t('page.dashboard')}
      failed={t('dashboard.failed')}
      {...{ book, figures }}
      onBook={(chosen) => moveTo(new URLSearchParams({ book: chosen }))}
    >
      {(data) => (
        <>
          <KeyFigures of={data} />
          <div className="adm-board-two">
            <Exposure of={data} />
            <OrdersOverTime of={data.ordersOverTime} />
          </div>
          <div className="adm-board-side">
            <PendingWork of={data.pending} />
            <Feeds of={data} />
          </div>
        </>
      )}
    </LiveBoard>
  )
}

await mountPage('dashboard', DashboardPage)
