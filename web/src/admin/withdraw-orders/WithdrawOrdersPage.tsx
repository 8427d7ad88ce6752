import { useQueryClient } from '@tanstack/react-query'
import { exportWithdrawOrders, listWithdrawOrders } from '@truestrike/protocol/review-endpoints.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminCall, adminFile } from '../frame/admin-session.store.ts'
import { mountPage } from '../frame/mount-page.tsx'
import { OrdersPage } from '../orders/OrdersPage.tsx'
import { openOrder, useActs, useExport, useOrderAddress, useOrders } from '../orders/use-orders.ts'
import { BulkBar } from './BulkBar.tsx'
import { useChecks } from './use-checks.ts'
import { WithdrawDrawer } from './WithdrawDrawer.tsx'
import { useWithdrawColumns } from './withdraw-columns.tsx'

const LIST = 'admin-withdraw-orders'
const METHODS = ['bank', 'eth', 'tron'] as const

function WithdrawOrders() {
  const { t } = useTranslation('admin')
  const queries = useQueryClient()
  const address = useOrderAddress(METHODS)
  const list = useOrders(LIST, address.asked, async (query) => {
    const { withdrawals, nextCursor } = await adminCall(listWithdrawOrders, { query })
    return { rows: withdrawals, nextCursor }
  })
  const acts = useActs(() => queries.invalidateQueries({ queryKey: [LIST] }))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const save = useExport()
  const rows = list.rows ?? []
  const checks = useChecks(rows.map(({ id }) => id))
  const columns = useWithdrawColumns(checks)
  const isOpen = address.asked.state === 'pending'
  const picked = rows.filter(({ id }) => chosen.has(id))
  const open = openOrder(rows, address)
  return (
    <OrdersPage
      title={t('page.withdraw-orders')}
      {...{ address, list }}
      columns={columns}
      methods={METHODS.map((value) => ({
        value,
        label: t(`orders.methods.${value}`),
      }))}
      selection={
        isOpen
          ? { chosen, isOffered: (id) => rows.some((row) => row.id === id), change: setChosen }
          : undefined
      }
      bulk={
        isOpen && picked.length > 0 ? (
          <BulkBar rows={picked} checks={checks} acts={acts} onClear={() => setChosen(new Set())} />
        ) : null
      }
      onExport={() => save(adminFile(exportWithdrawOrders, { query: address.asked }))}
      drawer={
        open === null ? null : (
          <WithdrawDrawer key={open.order.id} order={open.order} acts={acts} {...open.steps} />
        )
      }
    />
  )
}

await mountPage('withdraw-orders', WithdrawOrders)
