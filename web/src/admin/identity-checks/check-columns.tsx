import type { DecidedIdentity, WaitingIdentity } from '@truestrike/protocol/people-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { MISSING } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { UserCell, Waiting } from '../orders/order-cells.tsx'
import type { Column } from '../table/column.ts'
import { USER_TEXTS } from '../users/use-users.ts'

/** A check in the list; `decision`: null while it waits for one. */
export type CheckRow = WaitingIdentity & {
  id: string
  decision: Pick<DecidedIdentity, 'state' | 'decidedMs' | 'decidedBy'> | null
}

function useFirstColumns(): Column<CheckRow>[] {
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
  ]
}

export function useWaitingColumns(): Column<CheckRow>[] {
  const { t } = useTranslation(USER_TEXTS)
  return [
    ...useFirstColumns(),
    {
      ...{ key: 'waiting', label: t('waitingFor'), isFigure: true },
      cell: ({ submittedMs }) => <Waiting fromMs={submittedMs} endedMs={null} />,
    },
  ]
}

export function useDecidedColumns(): Column<CheckRow>[] {
  const { t } = useTranslation([USER_TEXTS, 'admin'])
  const stateOf = ({ decision }: CheckRow): string =>
    t(`admin:orders.identities.${decision?.state ?? 'pending'}`)
  return [
    ...useFirstColumns(),
    { key: 'state', label: t('status.label'), text: stateOf, cell: stateOf },
    {
      ...{ key: 'decided', label: t('decided') },
      text: ({ decision }) => (decision === null ? null : new Date(decision.decidedMs).toISOString()),
      cell: ({ decision }) => (
        <bdi>{decision === null ? MISSING : formatDayAndClock(decision.decidedMs)}</bdi>
      ),
    },
    {
      ...{ key: 'decidedBy', label: t('decidedBy') },
      text: ({ decision }) => decision?.decidedBy ?? null,
      cell: ({ decision }) => <bdi>{decision?.decidedBy ?? MISSING}</bdi>,
    },
  ]
}
