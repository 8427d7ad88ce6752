import { useQueryClient } from '@tanstack/react-query'
import { getRechargeOrder } from '@truestrike/protocol/order-details-endpoints.ts'
import {
  countRechargeOrders,
  exportRechargeOrders,
  listRechargeOrders,
} from '@truestrike/protocol/review-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { adminCall, adminFile } from '../frame/admin-session.store.ts'
import { mountPage } from '../frame/mount-page.tsx'
import { MissingDrawer } from '../orders/MissingDrawer.tsx'
import { OrdersPage } from '../orders/OrdersPage.tsx'
import { OrderTotals } from '../orders/OrderTotals.tsx'
import { useActs } from '../orders/use-acts.ts'
import { useOpenRow } from '../orders/use-open-row.ts'
import { useExport, useOrderAddress, useOrderCounts, useOrders } from '../orders/use-orders.ts'
import { RECHARGE_ORDERS, RechargeDrawer } from './RechargeDrawer.tsx'
import { useRechargeColumns } from './recharge-columns.tsx'

const METHODS = ['bank', 'wallet'] as const

function RechargeOrders() {
  const { t } = useTranslation('admin')
  const queries = useQueryClient()
  const address = useOrderAddress(METHODS)
  const columns = useRechargeColumns()
  const list = useOrders(RECHARGE_ORDERS, address.asked, async (query) => {
    const { deposits: rows, ...page } = await adminCall(listRechargeOrders, { query })
    return { rows, ...page }
  })
  const acts = useActs(() => queries.invalidateQueries({ queryKey: [RECHARGE_ORDERS] }))
  const counts = useOrderCounts(RECHARGE_ORDERS, () => adminCall(countRechargeOrders))
  const save = useExport()
  const { state } = address.asked
  const isQueue = state === 'pending' || state === 'processing'
  const listed = { name: RECHARGE_ORDERS, rows: list.rows, isError: list.isError, isQueue }
  const open = useOpenRow(listed, address, async (id) => {
    return (await adminCall(getRechargeOrder, { params: { id } })).deposit
  })
  return (
    <OrdersPage
      page="recharge-orders"
      title={t('page.recharge-orders')}
      {...{ address, list, counts }}
      foot={<OrderTotals of={list.totals} />}
      columns={columns}
      methods={METHODS.map((value) => ({ value, label: t(`orders.methods.${value}`) }))}
      onExport={() => save(adminFile(exportRechargeOrders, { query: address.asked }))}
      drawer={
        open === null ? null : open.order === undefined ? (
          <MissingDrawer {...open} />
        ) : (
          <RechargeDrawer
            key={open.order.id}
            order={open.order}
            acts={acts.of(open.order.id)}
            {...open.steps}
          />
        )
      }
    />
  )
}

await mountPage('recharge-orders', RechargeOrders)
