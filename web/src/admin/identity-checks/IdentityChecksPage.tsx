import '../../features/contracts/records.css'
import {
  type DecidedIdentity,
  listDecidedIdentities,
  listWaitingIdentities,
} from '@truestrike/protocol/people-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { Tabs } from '../../ui/Tabs.tsx'
import { APPROVAL_TEXTS } from '../approvals/proposal-words.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { mountPage } from '../frame/mount-page.tsx'
import { useRowSteps } from '../orders/use-row-steps.ts'
import { ListBox } from '../table/ListBox.tsx'
import { ListTools, readAll } from '../table/ListTools.tsx'
import { useColumns } from '../table/use-columns.ts'
import { useList } from '../table/use-list.ts'
import { UserDrawer } from '../users/UserDrawer.tsx'
import { USER_TEXTS, USERS_LIST, useUserAddress } from '../users/use-users.ts'
import { type CheckRow, useDecidedColumns, useWaitingColumns } from './check-columns.tsx'

/** Part of the key of the users' lists: a decision in the drawer asks for both anew. */
const LIST = [USERS_LIST, 'identity-checks'] as const
const WHICH = ['waiting', 'decided'] as const

interface Asked {
  limit: number
  cursor?: string
}

const waiting = async (query: Asked) => {
  const { checks, nextCursor } = await adminCall(listWaitingIdentities, { query })
  return { rows: checks.map((check): CheckRow => ({ ...check, id: check.uid, decision: null })), nextCursor }
}

const decided = async (query: Asked) => {
  const { checks, nextCursor } = await adminCall(listDecidedIdentities, { query })
  const rowOf = ({ state, decidedMs, decidedBy, ...check }: DecidedIdentity): CheckRow => ({
    ...{ ...check, id: check.uid, decision: { state, decidedMs, decidedBy } },
  })
  return { rows: checks.map(rowOf), nextCursor }
}

/** Identity checks that wait for a decision, longest first, and those that are decided; the drawer is the user's own. */
function IdentityChecks() {
  const { t } = useTranslation([USER_TEXTS, 'admin'])
  const address = useUserAddress()
  const which = address.word('which', WHICH)
  const isWaiting = which === 'waiting'
  const load = isWaiting ? waiting : decided
  const [waitingColumns, decidedColumns] = [useWaitingColumns(), useDecidedColumns()]
  const { shown: columns, choices } = useColumns(
    isWaiting ? 'identity-checks' : 'identity-checks-decided',
    isWaiting ? waitingColumns : decidedColumns,
  )
  const list = useList([...LIST, which], {}, load)
  const open = (uid: string | null): void =>
    address.change({ user: uid, tab: uid === null ? null : 'identity' }, address.openId === null)
  const steps = useRowSteps(list.rows ?? [], { openId: address.openId, show: open }, isWaiting)
  const title = t('admin:page.identity-checks')
  return (
    <div className="adm-orders" data-open={address.openId === null ? undefined : ''}>
      <section className="adm-list">
        <div className="adm-head">
          <h1>{title}</h1>
          <ListTools name="identity-checks" {...{ columns, choices }} read={() => readAll(load)} />
        </div>
        <Tabs
          label={title}
          value={which}
          tabs={WHICH.map((value) => ({ value, label: t(`checksTab.${value}`) }))}
          onChange={(value) =>
            address.change({ which: value === 'waiting' ? null : value, user: null }, true)
          }
        >
          <ListBox
            label={title}
            {...{ list, columns }}
            currentId={address.openId}
            onOpen={({ id }) => open(id)}
            failed={t('checksFailed')}
            none={t(isWaiting ? 'noWaitingChecks' : 'noDecidedChecks')}
          />
        </Tabs>
      </section>
      {address.openId === null ? null : (
        <UserDrawer key={address.openId} uid={address.openId} address={address} {...steps} />
      )}
    </div>
  )
}

await mountPage('identity-checks', IdentityChecks, USER_TEXTS, APPROVAL_TEXTS)
