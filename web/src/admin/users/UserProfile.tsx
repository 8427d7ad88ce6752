import type { UserDetails } from '@truestrike/protocol/people-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact, MISSING } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Num } from '../../ui/Num.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { openPage } from '../frame/page-address.ts'
import { mayOpenPage } from '../frame/use-may.ts'
import { UserLimits } from './UserLimits.tsx'
import { USER_TEXTS } from './use-users.ts'

const PARTS = ['available', 'inPosition', 'frozen', 'total'] as const

/** Who the user is, and what they have. */
export function UserProfile({ user }: { user: UserDetails }) {
  const { t } = useTranslation([USER_TEXTS, 'admin'])
  const line = (key: string, label: string, value: React.ReactNode) => ({ key, label, value })
  const text = (value: string | null) => (value === null || value === '' ? MISSING : <bdi>{value}</bdi>)
  const time = (ms: number | null) => text(ms === null ? null : formatDayAndClock(ms))
  return (
    <>
      <div className="adm-user">
        <Avatar name={user.username} picture={null} size={32} />
        <span className="col flex-1">
          <b>
            <bdi>{user.username}</bdi>
          </b>
          <span className="cap">{text(user.nickname)}</span>
        </span>
      </div>
      <Balances user={user} />
      <ValueList
        lines={[
          line('email', t('email'), text(user.email)),
          line('phone', t('phone'), user.phone === '' ? MISSING : <Num>{user.phone}</Num>),
          line('way', t('way.label'), t(`way.${user.loginType}`)),
          line('twoFactor', t('twoFactor'), t(user.twoFactor ? 'on' : 'off')),
          line('identity', t('admin:orders.identity'), t(`admin:orders.identities.${user.identity}`)),
          line('joined', t('joined'), time(user.joinedMs)),
          line('seen', t('lastLogin'), time(user.lastLoginMs)),
          line(
            'invitedBy',
            t('invitedBy'),
            user.invitedBy === null ? t('byOperator') : <bdi>{user.invitedBy.username}</bdi>,
          ),
          line(
            'team',
            t('teamSizes'),
            <Num>{user.generations.map(({ members }) => members).join(' / ')}</Num>,
          ),
        ]}
      />
      <UserLimits of={user.limits} />
      {user.bio === '' ? null : <p className="adm-bio">{user.bio}</p>}
      <div className="adm-buttons adm-wrap">
        {mayOpenPage('teams') ? (
          <Button size="s" onClick={() => openPage('teams', `?team=${user.uid}`)}>
            {t('openTeam')}
          </Button>
        ) : null}
        {mayOpenPage('audit-log') ? (
          <Button size="s" onClick={() => openPage('audit-log', `?subject=user:${user.uid}`)}>
            {t('admin:page.audit-log')}
          </Button>
        ) : null}
      </div>
    </>
  )
}

function Balances({ user: { balances } }: { user: UserDetails }) {
  const { t } = useTranslation([USER_TEXTS, 'admin'])
  return (
    <table className="adm-ledger">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">{t('part.label')}</span>
          </th>
          {(['real', 'demo'] as const).map((book) => (
            <th key={book} scope="col" className="end">
              {t(`admin:dashboard.books.${book}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {PARTS.map((part) => (
          <tr key={part}>
            <th scope="row">{t(`part.${part}`)}</th>
            {(['real', 'demo'] as const).map((book) => (
              <td key={book} className="end">
                <Num>{formatMoneyExact(balances[book][part])}</Num>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
