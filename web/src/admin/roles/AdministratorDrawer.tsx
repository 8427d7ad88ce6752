import type { Administrator } from '@truestrike/protocol/administrator-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { MISSING } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Num } from '../../ui/Num.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { RowDrawer, type RowSteps } from '../table/RowDrawer.tsx'
import { AdministratorActs } from './AdministratorActs.tsx'
import { RoleName } from './RoleName.tsx'

interface AdministratorDrawerProps extends RowSteps {
  administrator: Administrator
  onActed(): Promise<unknown>
}

export function AdministratorDrawer({ administrator, onActed, ...steps }: AdministratorDrawerProps) {
  const { t } = useTranslation(['admin-access', 'security'])
  const { username, role, ownPermissions, disabled, twoFactor, sessions, isMe } = administrator
  const parts = ownPermissions.map((each) => t(`area.${each.replace(':read', '')}`)).join(', ')
  const time = (ms: number | null) => (ms === null ? MISSING : <bdi>{formatDayAndClock(ms)}</bdi>)
  return (
    <RowDrawer
      label={username}
      title={username}
      badges={disabled ? <Badge tone="caution">{t('people.states.disabled')}</Badge> : null}
      foot={
        administrator.mayChange ? (
          <AdministratorActs administrator={administrator} onActed={onActed} />
        ) : (
          <p className="cap">{t(isMe ? 'people.notMe' : 'people.notMine')}</p>
        )
      }
      {...steps}
    >
      <ValueList
        lines={[
          { key: 'role', label: t('people.role'), value: <RoleName of={role} /> },
          ...(ownPermissions.length === 0
            ? []
            : [{ key: 'own', label: t('people.ownList'), value: <bdi>{parts}</bdi> }]),
          {
            ...{ key: 'factor', label: t('people.twoFactor') },
            value: t(twoFactor ? 'security:on' : 'security:off'),
          },
          { key: 'sessions', label: t('people.sessions'), value: <Num>{sessions}</Num> },
          { key: 'login', label: t('people.lastLogin'), value: time(administrator.lastLoginMs) },
          ...(administrator.agreesFromMs === null
            ? []
            : [{ key: 'agrees', label: t('people.agreesFrom'), value: time(administrator.agreesFromMs) }]),
          { key: 'created', label: t('people.created'), value: time(administrator.createdMs) },
          ...(administrator.createdBy === null
            ? []
            : [{ key: 'by', label: t('people.createdBy'), value: <bdi>{administrator.createdBy}</bdi> }]),
          ...(administrator.mustChangePassword
            ? [
                {
                  ...{ key: 'expires', label: t('people.passwordExpires') },
                  value: time(administrator.passwordExpiresMs),
                },
              ]
            : []),
        ]}
      />
      <p className="t2">
        {ownPermissions.length === 0 && !administrator.mayChange ? <RoleText of={role} /> : null}
      </p>
    </RowDrawer>
  )
}

function RoleText({ of }: { of: string }) {
  const { t, i18n } = useTranslation('admin-access')
  return i18n.exists(`admin-access:roleText.${of}`) ? t(`roleText.${of}`) : null
}
