import { useQuery } from '@tanstack/react-query'
import { signOutUser } from '@truestrike/protocol/people-acts-endpoints.ts'
import { listUserLogins, listUserSessions } from '@truestrike/protocol/people-endpoints.ts'
import { LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { newRequestId } from '../../lib/new-request-id.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Num } from '../../ui/Num.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useMay } from '../frame/use-may.ts'
import type { Acts } from '../orders/use-acts.ts'
import { USER_KEY, USER_TEXTS } from './use-users.ts'

const SHOWN = 30

/** Where he is signed in, each of which can be ended, and how he signed in before. */
export function UserSessions({ uid, acts }: { uid: string; acts: Acts }) {
  const { t } = useTranslation(USER_TEXTS)
  const mayEnd = useMay(signOutUser)
  const params = { uid }
  const sessions = useQuery({
    queryKey: [USER_KEY, uid, 'sessions'],
    queryFn: async () => (await adminCall(listUserSessions, { params })).sessions,
  }).data
  const logins = useQuery({
    queryKey: [USER_KEY, uid, 'logins'],
    queryFn: async () => (await adminCall(listUserLogins, { params, query: { limit: SHOWN } })).logins,
  }).data
  if (sessions === undefined || logins === undefined) return <Skeleton width="100%" height={240} />
  const end = (session: string) => {
    const body = { session, reason: t('endReason'), requestId: newRequestId() }
    return acts.act(`end-${session}`, () => adminCall(signOutUser, { params, body }))
  }
  const device = (browser: string | null, system: string | null) =>
    [browser, system].filter((each) => each !== null).join(', ') || t('unknownDevice')
  return (
    <>
      <section>
        <h3>{t('sessions')}</h3>
        {sessions.length === 0 ? <p className="cap">{t('noSessions')}</p> : null}
        <ul className="adm-rows">
          {sessions.map(({ id, browser, system, ip, method, startedMs, seenMs }) => (
            <li key={id}>
              <span className="col flex-1">
                <b>{device(browser, system)}</b>
                <span className="cap">
                  <Num>{ip}</Num> · {t(`method.${method}`)} · <bdi>{formatDayAndClock(startedMs)}</bdi> –{' '}
                  <bdi>{formatDayAndClock(seenMs)}</bdi>
                </span>
              </span>
              {mayEnd ? (
                <Button
                  size="s"
                  icon={LogOut}
                  pending={acts.pending === `end-${id}`}
                  disabled={acts.isHeld(`end-${id}`)}
                  onClick={() => void end(id)}
                >
                  {t('end')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>{t('logins')}</h3>
        <ul className="adm-rows">
          {logins.map(({ timeMs, outcome, method, ip, browser, system }) => (
            <li key={`${timeMs}-${outcome}-${ip}`}>
              <span className="col flex-1">
                <span>
                  {t(`outcome.${outcome}`)}, {t(`method.${method}`)}
                </span>
                <span className="cap">
                  <bdi>{formatDayAndClock(timeMs)}</bdi> · <Num>{ip}</Num> · {device(browser, system)}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
