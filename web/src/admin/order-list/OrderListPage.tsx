import '../../features/contracts/records.css'
import { exportAllContracts, getAnyContract } from '@truestrike/protocol/contract-list-endpoints.ts'
import { listVoids } from '@truestrike/protocol/void-endpoints.ts'
import { CalendarX2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { adminCall, adminFile } from '../frame/admin-session.store.ts'
import { mountPage } from '../frame/mount-page.tsx'
import { openPage } from '../frame/page-address.ts'
import { useMay } from '../frame/use-may.ts'
import { MissingDrawer } from '../orders/MissingDrawer.tsx'
import { useOpenRow } from '../orders/use-open-row.ts'
import { useExport } from '../orders/use-orders.ts'
import { isAdminPath } from '../shell/admin-pages.ts'
import { ColumnMenu } from '../table/ColumnMenu.tsx'
import { ListBox } from '../table/ListBox.tsx'
import { useColumns } from '../table/use-columns.ts'
import { ContractAside } from './ContractAside.tsx'
import { ContractFilters } from './ContractFilters.tsx'
import { useContractColumns } from './contract-columns.tsx'
import { CONTRACT_LIST, CONTRACT_STATES, useContractAddress, useContractList } from './use-contract-list.ts'

const STATE_WORDS = {
  pending: 'contracts:tab.open',
  completed: 'contracts:state.completed',
  cancelled: 'contracts:state.cancelled',
} as const

/** Contracts of all users. There is nothing here by which one could be changed. */
function OrderList() {
  const { t } = useTranslation(['admin-contracts', 'admin', 'contracts'])
  const mayVoid = useMay(listVoids)
  const address = useContractAddress()
  const list = useContractList(address.asked)
  const { shown, choices } = useColumns('order-list', useContractColumns())
  const save = useExport()
  const listed = { name: CONTRACT_LIST, rows: list.rows, isError: list.isError }
  const open = useOpenRow(listed, address, async (id) => ({
    ...(await adminCall(getAnyContract, { params: { id } })),
    id,
  }))
  const title = t('admin:page.order-list')
  return (
    <div className="adm-orders" data-open={open === null ? undefined : ''}>
      <section className="adm-list">
        <div className="adm-head">
          <h1>{title}</h1>
          <span className="flex-1" />
          {mayVoid && isAdminPath('voids') ? (
            <Button size="s" icon={CalendarX2} onClick={() => openPage('voids')}>
              {t('voids.title')}
            </Button>
          ) : null}
        </div>
        <Tabs
          label={t('contracts:stateName')}
          value={address.state}
          tabs={CONTRACT_STATES.map((value) => ({
            value,
            label: value === 'all' ? t('all') : t(STATE_WORDS[value]),
          }))}
          onChange={(state) =>
            address.change({ state: state === 'all' ? null : state, result: null, contract: null }, true)
          }
        >
          <ContractFilters
            address={address}
            onExport={() => save(adminFile(exportAllContracts, { query: address.asked }))}
          >
            <ColumnMenu {...choices} />
          </ContractFilters>
          <ListBox
            label={title}
            list={list}
            columns={shown}
            sorted={address.sorted}
            currentId={address.openId}
            onOpen={({ id }) => address.show(id)}
            failed={t('failed')}
            none={t(address.isFiltered ? 'contracts:noMatch' : 'contracts:empty')}
          />
        </Tabs>
      </section>
      {open === null ? null : open.order === undefined ? (
        <MissingDrawer {...open} />
      ) : (
        <ContractAside key={open.order.id} row={open.order} {...open.steps} />
      )}
    </div>
  )
}

await mountPage('order-list', OrderList, 'admin-contracts', 'proof')
