import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { type Column, DataTable, type Selection } from '../table/DataTable.tsx'
import { OrderFilters } from './OrderFilters.tsx'
import { ORDER_STATES, type useOrderAddress, type useOrders } from './use-orders.ts'

interface OrdersPageProps<Row extends { id: string }> {
  title: string
  address: ReturnType<typeof useOrderAddress<string>>
  list: Omit<ReturnType<typeof useOrders<Row, string>>, 'promise'>
  columns: readonly Column<Row>[]
  methods: readonly { value: string; label: string }[]
  selection?: Selection | undefined
  /** Stands over the foot of the table while something is chosen. */
  bulk?: ReactNode
  onExport?: (() => void) | undefined
  /** The one that lies open. */
  drawer: ReactNode
}

/** Requests of money by their state, with one of them open beside the table. */
export function OrdersPage<Row extends { id: string }>(props: OrdersPageProps<Row>) {
  const { title, address, list, columns, methods, selection, bulk, drawer } = props
  const { t } = useTranslation('admin')
  const { rows } = list
  const isFiltered = Object.keys(address.asked).length > 1
  return (
    <div className="adm-orders" data-open={drawer === null ? undefined : ''}>
      <section className="adm-list">
        <h1>{title}</h1>
        <Tabs
          label={t('orders.state')}
          value={address.asked.state}
          tabs={ORDER_STATES.map((state) => ({ value: state, label: t(`orders.states.${state}`) }))}
          onChange={(state) => address.change({ state, order: null }, true)}
        >
          <OrderFilters {...{ address, methods }} onExport={props.onExport} />
          <div className="panel adm-table-box" aria-busy={list.isFetching}>
            {list.isError && rows === undefined ? (
              <ErrorState
                title={t('orders.failed')}
                pending={list.isFetching}
                onRetry={() => void list.refetch()}
              />
            ) : rows === undefined ? (
              <Skeleton width="100%" height={400} />
            ) : rows.length === 0 ? (
              <EmptyState icon={Inbox} title={t(isFiltered ? 'orders.noneFound' : 'orders.none')} />
            ) : (
              <DataTable
                label={title}
                {...{ columns, rows, selection }}
                currentId={address.openId}
                onOpen={({ id }) => address.show(id)}
              />
            )}
            {list.hasNextPage ? (
              <Button
                variant="ghost"
                className="adm-more"
                pending={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {t('table.more')}
              </Button>
            ) : null}
          </div>
          {bulk}
        </Tabs>
      </section>
      {drawer}
    </div>
  )
}
