import { useQueryClient } from '@tanstack/react-query'
import { exportRechargeOrders, listRechargeOrders } from '@truestrike/protocol/review-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { adminCall, adminFile } from '../frame/admin-session.store.ts'
import { mountPage } from '../frame/mount-page.tsx'
import { OrdersPage } from '../orders/OrdersPage.tsx'
import { openOrder, useActs, useExport, useOrderAddress, useOrders } from '../orders/use-orders.ts'
import { RechargeDrawer } from './RechargeDrawer.tsx'
import { useRechargeColumns } from './recharge-columns.tsx'

const LIST = 'admin-recharge-orders'
const METHODS = ['bank', 'wallet'] as const

function RechargeOrders() {
  const { t } = useTranslation('admin')
  const queries = useQueryClient()
  const address = useOrderAddress(METHODS)
  const columns = useRechargeColumns()
  const list = useOrders(LIST, address.asked, async (query) => {
    const { deposits, nextCursor } = await adminCall(listRechargeOrders, { query })
    return { rows: deposits, nextCursor }
  })
  const acts = useActs(() => queries.invalidateQueries({ queryKey: [LIST] }))
  const save = useExport()
  const rows = list.rows ?? []
  const open = openOrder(rows, address)
  return (
    <OrdersPage
      title={t('page.recharge-orders')}
      {...{ address, list }}
      columns={columns}
      methods={METHODS.map((value) => ({ value, label: t(`orders.methods.${value}`) }))}
      onExport={() => save(adminFile(exportRechargeOrders, { query: address.asked }))}
      drawer={
        open === null ? null : (
          <RechargeDrawer key={open.order.id} order={open.order} acts={acts} {...open.steps} />
        )
      }
    />
  )
}

await mountPage('recharge-orders', RechargeOrders)
