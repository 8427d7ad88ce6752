import { useQueryClient } from '@tanstack/react-query'
import { getWithdrawOrder } from '@truestrike/protocol/order-details-endpoints.ts'
import {
  countWithdrawOrders,
  exportWithdrawOrders,
  listWithdrawOrders,
  takeWithdrawOrder,
} from '@truestrike/protocol/review-endpoints.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminCall, adminFile } from '../frame/admin-session.store.ts'
import { mountPage } from '../frame/mount-page.tsx'
import { useMay } from '../frame/use-may.ts'
import { MissingDrawer } from '../orders/MissingDrawer.tsx'
import { OrdersPage } from '../orders/OrdersPage.tsx'
import { useActs } from '../orders/use-acts.ts'
import { useOpenRow } from '../orders/use-open-row.ts'
import { useExport, useOrderAddress, useOrderCounts, useOrders } from '../orders/use-orders.ts'
import { BulkArea } from './BulkArea.tsx'
import { byChecks, CheckFilter, useCheckResult, WithdrawFoot } from './check-filter.tsx'
import { useChecks } from './use-checks.ts'
import { WITHDRAW_ORDERS, WithdrawDrawer } from './WithdrawDrawer.tsx'
import { useWithdrawColumns } from './withdraw-columns.tsx'

/** Each may be rejected; why not all may be approved together the bar says. */
const isListed = () => true
const METHODS = ['bank', 'eth', 'tron'] as const

function WithdrawOrders() {
  const { t } = useTranslation('admin')
  const queries = useQueryClient()
  const address = useOrderAddress(METHODS)
  const list = useOrders(WITHDRAW_ORDERS, address.asked, async (query) => {
    const { withdrawals: rows, ...page } = await adminCall(listWithdrawOrders, { query })
    return { rows, ...page }
  })
  const refresh = () => queries.invalidateQueries({ queryKey: [WITHDRAW_ORDERS] })
  const acts = useActs(refresh)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const save = useExport()
  const counts = useOrderCounts(WITHDRAW_ORDERS, () => adminCall(countWithdrawOrders))
  const loaded = list.rows ?? []
  const checks = useChecks(loaded.map(({ id }) => id))
  const result = useCheckResult()
  const { shown, isBlind } = byChecks(list.rows, checks, result)
  const rows = shown ?? []
  const columns = useWithdrawColumns(checks)
  const mayAct = useMay(takeWithdrawOrder)
  const isOpen = mayAct && address.asked.state === 'pending'
  const { state } = address.asked
  const isQueue = state === 'pending' || state === 'processing'
  const listed = { name: WITHDRAW_ORDERS, rows: shown, isError: list.isError, isQueue }
  const open = useOpenRow(listed, address, async (id) => {
    return (await adminCall(getWithdrawOrder, { params: { id } })).withdrawal
  })
  return (
    <OrdersPage
      page="withdraw-orders"
      title={t('page.withdraw-orders')}
      {...{ counts, columns }}
      address={{ ...address, isFiltered: address.isFiltered || result !== null }}
      list={{ ...list, rows: shown, ...(isBlind ? { isError: true, ...checks } : {}) }}
      failed={isBlind ? t('orders.checksFailed') : undefined}
      searches={t('orders.searchAddress')}
      filters={<CheckFilter result={result} onChange={address.change} />}
      foot={
        <WithdrawFoot
          {...{ result, checks, isBlind, shown: rows }}
          totals={list.totals}
          loaded={loaded.length}
        />
      }
      methods={METHODS.map((value) => ({
        value,
        label: t(`orders.methods.${value}`),
      }))}
      selection={isOpen ? { chosen, isOffered: isListed, change: setChosen } : undefined}
      bulk={
        isOpen ? (
          <BulkArea
            {...{ rows, chosen, refresh }}
            checks={checks.passed}
            onClear={() => setChosen(new Set())}
          />
        ) : null
      }
      onExport={() => save(adminFile(exportWithdrawOrders, { query: address.asked }))}
      drawer={
        open === null ? null : open.order === undefined ? (
          <MissingDrawer {...open} />
        ) : (
          <WithdrawDrawer
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

await mountPage('withdraw-orders', WithdrawOrders)
