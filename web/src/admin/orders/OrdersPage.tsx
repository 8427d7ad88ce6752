import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Tabs } from '../../ui/Tabs.tsx'
import { ColumnMenu } from '../table/ColumnMenu.tsx'
import type { Column, Selection } from '../table/DataTable.tsx'
import { ListBox, type PagedRows } from '../table/ListBox.tsx'
import { useColumns } from '../table/use-columns.ts'
import { OrderFilters } from './OrderFilters.tsx'
import { ORDER_STATES, type OrderState, stateWord, type useOrderAddress } from './use-orders.ts'

interface OrdersPageProps<Row extends { id: string }> {
  /** Under which its columns are kept. */
  page: string
  title: string
  address: ReturnType<typeof useOrderAddress<string>>
  list: PagedRows<Row>
  columns: readonly Column<Row>[]
  methods: readonly { value: string; label: string }[]
  /** On the tabs. */
  counts: Partial<Record<OrderState, number>>
  /** What the search field says it finds. */
  searches?: string
  /** More filters. */
  filters?: ReactNode
  /** What is said where nothing can be listed, when it is not the list that failed. */
  failed?: string | undefined
  /** What stands below the table. */
  foot: ReactNode
  selection?: Selection | undefined
  /** Stands over the foot of the table while something is chosen. */
  bulk?: ReactNode
  onExport?: (() => void) | undefined
  /** The one that lies open. */
  drawer: ReactNode
}

/** Requests of money by their state, with one of them open beside the table. */
export function OrdersPage<Row extends { id: string }>(props: OrdersPageProps<Row>) {
  const { page, title, address, list, methods, counts, selection, bulk, drawer } = props
  const { t } = useTranslation('admin')
  const { isFiltered, sorted } = address
  const { shown: columns, choices } = useColumns(page, props.columns)
  return (
    <div className="adm-orders" data-open={drawer === null ? undefined : ''}>
      <section className="adm-list">
        <h1>{title}</h1>
        <Tabs
          label={t('orders.state')}
          value={address.asked.state}
          tabs={ORDER_STATES.map((state) => ({
            ...{ value: state, label: t(`orders.states.${stateWord(page, state)}`) },
            count: counts[state],
          }))}
          onChange={(state) => address.change({ state, order: null }, true)}
        >
          <OrderFilters
            {...{ address, methods }}
            more={props.filters}
            searches={props.searches ?? t('orders.search')}
            onExport={props.onExport}
          >
            <ColumnMenu {...choices} />
          </OrderFilters>
          <ListBox
            label={title}
            {...{ list, columns, selection, sorted }}
            currentId={address.openId}
            onOpen={({ id }) => address.show(id)}
            failed={props.failed ?? t('orders.failed')}
            none={t(isFiltered ? 'orders.noneFound' : 'orders.none')}
          />
          {props.foot}
          {bulk}
        </Tabs>
      </section>
      {drawer}
    </div>
  )
}
