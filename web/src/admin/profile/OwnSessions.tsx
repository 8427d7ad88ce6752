import { useQuery } from '@tanstack/react-query'
import {
  endAdminSession,
  endOtherAdminSessions,
  listAdminSessions,
} from '@truestrike/protocol/admin-account-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { UsedAddress, useUsedName } from '../../features/account/UsedFrom.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { ActFault } from '../orders/ActFault.tsx'
import { useActs } from '../orders/use-acts.ts'
import { Loaded } from '../table/Loaded.tsx'

/** One that has ended already is what was wanted. */
async function endSession(id: string): Promise<void> {
  try {
    await adminCall(endAdminSession, { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.is('NOT_FOUND'))) throw error
  }
}

/** Where the administrator is signed in now. */
export function OwnSessions() {
  const { t } = useTranslation(['admin-access', 'security'])
  const nameOf = useUsedName()
  const sessions = useQuery({
    queryKey: ['admin-sessions'],
    queryFn: () => adminCall(listAdminSessions),
  })
  const { act, pending, fault, isHeld } = useActs(sessions.refetch)
  return (
    <section className="card adm-narrow adm-card">
      <div className="adm-head">
        <h2>{t('sessions.title')}</h2>
        <span className="flex-1" />
        {(sessions.data?.sessions.length ?? 0) > 1 ? (
          <Button
            size="s"
            pending={pending === 'others'}
            disabled={isHeld('others')}
            onClick={() => void act('others', () => adminCall(endOtherAdminSessions))}
          >
            {t('security:device.others')}
          </Button>
        ) : null}
      </div>
      <ActFault fault={fault} />
      <Loaded of={sessions}>
        {(data) => (
          <ul className="adm-lines">
            {data.sessions.map((session) => (
              <li key={session.id}>
                <span className="col flex-1 min-w-0">
                  <b>{nameOf(session)}</b>
                  <span className="cap">
                    <UsedAddress {...session} /> ·{' '}
                    {t('sessions.seen', { time: formatDayAndClock(session.lastSeenMs) })}
                  </span>
                </span>
                {session.current ? (
                  <Badge tone="accent">{t('security:device.this')}</Badge>
                ) : (
                  <Button
                    size="s"
                    pending={pending === session.id}
                    disabled={isHeld(session.id)}
                    onClick={() => void act(session.id, () => endSession(session.id))}
                  >
                    {t('security:device.signOut')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}
