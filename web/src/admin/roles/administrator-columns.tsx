import type { Administrator } from '@truestrike/protocol/administrator-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { MISSING } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Num } from '../../ui/Num.tsx'
import type { Column } from '../table/column.ts'
import { RoleName } from './RoleName.tsx'

export function useAdministratorColumns(): Column<Administrator>[] {
  const { t } = useTranslation(['admin-access', 'security'])
  return [
    {
      ...{ key: 'name', label: t('people.name') },
      text: ({ username }) => username,
      cell: ({ username, isMe }) => (
        <span className="adm-icon-line">
          <b>
            <bdi>{username}</bdi>
          </b>
          {isMe ? <Badge tone="accent">{t('people.me')}</Badge> : null}
        </span>
      ),
    },
    {
      ...{ key: 'role', label: t('people.role') },
      text: ({ role, ownPermissions }) => [role, ...ownPermissions].join(' '),
      cell: ({ role, ownPermissions }) => (
        <>
          <RoleName of={role} />
          {ownPermissions.length === 0 ? null : <span className="text-quiet"> ({t('people.ownList')})</span>}
        </>
      ),
    },
    {
      ...{ key: 'state', label: t('people.state') },
      text: ({ disabled, mustChangePassword }) =>
        t(`people.states.${disabled ? 'disabled' : mustChangePassword ? 'oneTime' : 'active'}`),
      cell: ({ disabled, mustChangePassword }) =>
        disabled ? (
          <Badge tone="caution">{t('people.states.disabled')}</Badge>
        ) : (
          t(mustChangePassword ? 'people.states.oneTime' : 'people.states.active')
        ),
    },
    {
      ...{ key: 'factor', label: t('people.twoFactor') },
      text: ({ twoFactor }) => t(twoFactor ? 'security:on' : 'security:off'),
      cell: ({ twoFactor }) => t(twoFactor ? 'security:on' : 'security:off'),
    },
    {
      ...{ key: 'sessions', label: t('people.sessions'), isFigure: true },
      text: ({ sessions }) => sessions,
      cell: ({ sessions }) => <Num>{sessions}</Num>,
    },
    {
      ...{ key: 'login', label: t('people.lastLogin'), isFigure: true },
      text: ({ lastLoginMs }) => (lastLoginMs === null ? null : new Date(lastLoginMs).toISOString()),
      cell: ({ lastLoginMs }) =>
        lastLoginMs === null ? MISSING : <bdi>{formatDayAndClock(lastLoginMs)}</bdi>,
    },
  ]
}
