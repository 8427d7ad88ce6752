import type { ListedUser } from '@truestrike/protocol/people-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact, MISSING } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Num } from '../../ui/Num.tsx'
import { UserCell } from '../orders/order-cells.tsx'
import type { Column } from '../table/DataTable.tsx'
import { USER_TEXTS } from './use-users.ts'

const timeText = (timeMs: number | null) =>
  timeMs === null ? MISSING : <bdi>{formatDayAndClock(timeMs)}</bdi>

export function useUserColumns(): Column<ListedUser & { id: string }>[] {
  const { t } = useTranslation([USER_TEXTS, 'admin'])
  return [
    { key: 'user', label: t('admin:orders.column.user'), cell: (user) => <UserCell {...user} /> },
    {
      ...{ key: 'email', label: t('email') },
      cell: ({ email }) => (email === null ? MISSING : <bdi>{email}</bdi>),
    },
    {
      ...{ key: 'phone', label: t('phone'), isExtra: true },
      cell: ({ phone }) => (phone === '' ? MISSING : <Num>{phone}</Num>),
    },
    {
      ...{ key: 'status', label: t('status.label') },
      cell: ({ status }) =>
        status === 'frozen' ? <Badge tone="caution">{t('status.frozen')}</Badge> : t('status.active'),
    },
    {
      ...{ key: 'identity', label: t('admin:orders.identity') },
      cell: ({ identity }) => t(`admin:orders.identities.${identity}`),
    },
    {
      ...{ key: 'twoFactor', label: t('twoFactor'), isExtra: true },
      cell: ({ twoFactor }) => t(twoFactor ? 'on' : 'off'),
    },
    {
      ...{ key: 'real', label: t('admin:dashboard.books.real'), isFigure: true },
      cell: ({ real }) => (
        <b>
          <Num>{formatMoneyExact(real)}</Num>
        </b>
      ),
    },
    {
      ...{ key: 'demo', label: t('admin:dashboard.books.demo'), isFigure: true, isExtra: true },
      cell: ({ demo }) => <Num>{formatMoneyExact(demo)}</Num>,
    },
    {
      ...{ key: 'invitedBy', label: t('invitedBy'), isExtra: true },
      cell: ({ invitedByUid }) => (invitedByUid === null ? MISSING : <Num>{invitedByUid}</Num>),
    },
    {
      ...{ key: 'joined', label: t('joined'), isFigure: true, sort: 'joined' },
      cell: ({ joinedMs }) => timeText(joinedMs),
    },
    {
      ...{ key: 'seen', label: t('lastLogin'), isFigure: true, sort: 'seen' },
      cell: ({ lastLoginMs }) => timeText(lastLoginMs),
    },
  ]
}
