import '../../features/contracts/records.css'
import { exportUsers } from '@truestrike/protocol/people-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { APPROVAL_TEXTS } from '../approvals/proposal-words.tsx'
import { adminFile } from '../frame/admin-session.store.ts'
import { mountPage } from '../frame/mount-page.tsx'
import { openOrder, useExport } from '../orders/use-orders.ts'
import { ColumnMenu } from '../table/ColumnMenu.tsx'
import { ListBox } from '../table/ListBox.tsx'
import { useColumns } from '../table/use-columns.ts'
import { UserDrawer } from './UserDrawer.tsx'
import { UserFilters } from './UserFilters.tsx'
import { USER_TEXTS, useUserAddress, useUserList } from './use-users.ts'
import { useUserColumns } from './user-columns.tsx'

/** Everybody with an account, with one of them open beside the table. */
function Users() {
  const { t } = useTranslation([USER_TEXTS, 'admin'])
  const address = useUserAddress()
  const list = useUserList(address.asked)
  const { shown, choices } = useColumns('users', useUserColumns())
  const save = useExport()
  const steps = openOrder(list.rows ?? [], address)?.steps ?? { onClose: () => address.show(null) }
  const title = t('admin:page.users')
  return (
    <div className="adm-orders" data-open={address.openId === null ? undefined : ''}>
      <section className="adm-list">
        <h1>{title}</h1>
        <UserFilters
          address={address}
          onExport={() => save(adminFile(exportUsers, { query: address.asked }))}
        >
          <ColumnMenu {...choices} />
        </UserFilters>
        <ListBox
          label={title}
          list={list}
          columns={shown}
          sorted={address.sorted}
          currentId={address.openId}
          onOpen={({ id }) => address.show(id)}
          failed={t('failed')}
          none={t(address.isFiltered ? 'noneFound' : 'none')}
        />
      </section>
      {address.openId === null ? null : (
        <UserDrawer key={address.openId} uid={address.openId} address={address} {...steps} />
      )}
    </div>
  )
}

await mountPage('users', Users, USER_TEXTS, APPROVAL_TEXTS)
