import '../../features/contracts/records.css'
import { listWaitingIdentities, type WaitingIdentity } from '@truestrike/protocol/people-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { APPROVAL_TEXTS } from '../approvals/proposal-words.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { mountPage } from '../frame/mount-page.tsx'
import { UserCell, Waiting } from '../orders/order-cells.tsx'
import { openOrder } from '../orders/use-orders.ts'
import type { Column } from '../table/column.ts'
import { ListBox } from '../table/ListBox.tsx'
import { ListTools, readAll } from '../table/ListTools.tsx'
import { useColumns } from '../table/use-columns.ts'
import { useList } from '../table/use-list.ts'
import { UserDrawer } from '../users/UserDrawer.tsx'
import { USER_TEXTS, USERS_LIST, useUserAddress } from '../users/use-users.ts'

type Row = WaitingIdentity & { id: string }

/** Part of the key of the users' lists: a decision in the drawer asks for both anew. */
const LIST = [USERS_LIST, 'identity-checks'] as const

/** Identity checks that wait for a decision, longest first; the drawer is the user's own. */
function IdentityChecks() {
  const { t } = useTranslation([USER_TEXTS, 'admin'])
  const address = useUserAddress()
  const { shown: columns, choices } = useColumns('identity-checks', useCheckColumns())
  const load = async (query: { limit: number; cursor?: string }) => {
    const { checks, nextCursor } = await adminCall(listWaitingIdentities, { query })
    return { rows: checks.map((check): Row => ({ ...check, id: check.uid })), nextCursor }
  }
  const list = useList(LIST, {}, load)
  const open = (uid: string | null): void =>
    address.change({ user: uid, tab: uid === null ? null : 'identity' }, address.openId === null)
  const steps = openOrder(list.rows ?? [], { openId: address.openId, show: open })?.steps
  const title = t('admin:page.identity-checks')
  return (
    <div className="adm-orders" data-open={address.openId === null ? undefined : ''}>
      <section className="adm-list">
        <div className="adm-head">
          <h1>{title}</h1>
          <ListTools name="identity-checks" {...{ columns, choices }} read={() => readAll(load)} />
        </div>
        <ListBox
          label={title}
          {...{ list, columns }}
          currentId={address.openId}
          onOpen={({ id }) => open(id)}
          failed={t('checksFailed')}
          none={t('noWaitingChecks')}
        />
      </section>
      {address.openId === null ? null : (
        <UserDrawer
          key={address.openId}
          uid={address.openId}
          address={address}
          {...(steps ?? { onClose: () => open(null) })}
        />
      )}
    </div>
  )
}

function useCheckColumns(): Column<Row>[] {
  const { t } = useTranslation([USER_TEXTS, 'admin'])
  return [
    {
      ...{ key: 'user', label: t('admin:orders.column.user') },
      text: ({ uid }) => uid,
      cell: (row) => <UserCell {...row} />,
    },
    {
      ...{ key: 'submitted', label: t('submitted') },
      text: ({ submittedMs }) => new Date(submittedMs).toISOString(),
      cell: ({ submittedMs }) => <bdi>{formatDayAndClock(submittedMs)}</bdi>,
    },
    {
      ...{ key: 'waiting', label: t('waitingFor'), isFigure: true },
      cell: ({ submittedMs }) => <Waiting fromMs={submittedMs} endedMs={null} />,
    },
  ]
}

await mountPage('identity-checks', IdentityChecks, USER_TEXTS, APPROVAL_TEXTS)
