import { useQueryClient } from '@tanstack/react-query'
import { listAllContracts } from '@truestrike/protocol/contract-list-endpoints.ts'
import { listIdentityChecks, listUserLedger } from '@truestrike/protocol/people-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/Badge.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Num } from '../../ui/Num.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useMay } from '../frame/use-may.ts'
import { ActFault } from '../orders/ActFault.tsx'
import { useActs } from '../orders/use-acts.ts'
import { useDecided } from '../orders/use-decided.ts'
import { RowDrawer, type RowSteps } from '../table/RowDrawer.tsx'
import { UserActs } from './UserActs.tsx'
import { UserContracts } from './UserContracts.tsx'
import { UserIdentity } from './UserIdentity.tsx'
import { UserLedger } from './UserLedger.tsx'
import { UserNotes } from './UserNotes.tsx'
import { UserProfile } from './UserProfile.tsx'
import { UserProposals } from './UserProposals.tsx'
import { UserSessions } from './UserSessions.tsx'
import { USER_KEY, USER_TEXTS, USERS_LIST, type UserAddress, useUser } from './use-users.ts'

const TABS = ['profile', 'ledger', 'contracts', 'sessions', 'identity', 'notes'] as const

interface UserDrawerProps extends RowSteps {
  uid: string
  address: UserAddress
  /** Opens the next identity check that waits, once this one is decided. */
  onDecided?: (() => void) | undefined
}

/** One user, with what there is to see of him and to do. */
export function UserDrawer({ uid, address, onDecided, ...steps }: UserDrawerProps) {
  const { t } = useTranslation(USER_TEXTS)
  const queries = useQueryClient()
  const { data: user, error, isFetching, refetch } = useUser(uid)
  const onDone = useDecided(user?.username ?? uid, onDecided)
  const acts = useActs(async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: [USER_KEY, uid] }),
      queries.invalidateQueries({ queryKey: [USERS_LIST] }),
    ])
  })
  const may = {
    ledger: useMay(listUserLedger),
    contracts: useMay(listAllContracts),
    identity: useMay(listIdentityChecks),
  }
  const tabs = TABS.filter((tab) => !(tab in may) || may[tab as keyof typeof may])
  const wanted = address.word('tab', TABS)
  const tab = tabs.includes(wanted) ? wanted : 'profile'
  return (
    <RowDrawer
      label={t('user', { uid })}
      title={user?.username ?? uid}
      badges={
        <>
          <Num className="text-quiet">{uid}</Num>
          {user?.status === 'frozen' ? <Badge tone="caution">{t('status.frozen')}</Badge> : null}
        </>
      }
      foot={
        user === undefined ? undefined : (
          <>
            <ActFault fault={acts.fault} />
            <UserActs user={user} acts={acts} />
          </>
        )
      }
      {...steps}
    >
      {user === undefined ? (
        error === null ? (
          <Skeleton width="100%" height={320} />
        ) : (
          <ErrorState title={t('userFailed')} pending={isFetching} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {/* On every tab: a proposal that waits is not to be missed. */}
          <UserProposals uid={uid} acts={acts} />
          <Tabs
            label={t('tabs')}
            listClassName="adm-tabs"
            value={tab}
            tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
            onChange={(value) => address.change({ tab: value === 'profile' ? null : value })}
          >
            <div className="adm-tab">
              {tab === 'profile' ? <UserProfile user={user} /> : null}
              {tab === 'ledger' ? <UserLedger uid={uid} address={address} /> : null}
              {tab === 'contracts' ? <UserContracts uid={uid} /> : null}
              {tab === 'sessions' ? <UserSessions uid={uid} acts={acts} /> : null}
              {tab === 'identity' ? <UserIdentity {...{ uid, acts, onDecided: onDone }} /> : null}
              {tab === 'notes' ? <UserNotes uid={uid} acts={acts} /> : null}
            </div>
          </Tabs>
        </>
      )}
    </RowDrawer>
  )
}
