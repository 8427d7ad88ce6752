import { useQuery } from '@tanstack/react-query'
import { signOutUser } from '@truestrike/protocol/people-acts-endpoints.ts'
import { listUserLogins, listUserSessions } from '@truestrike/protocol/people-endpoints.ts'
import { LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { newRequestId } from '../../lib/new-request-id.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Num } from '../../ui/Num.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useMay } from '../frame/use-may.ts'
import type { Acts } from '../orders/use-acts.ts'
import { Loaded, LoadedRows } from '../table/Loaded.tsx'
import { useList } from '../table/use-list.ts'
import { USER_KEY, USER_TEXTS } from './use-users.ts'

/** Where he is signed in, each of which can be ended, and how he signed in before. */
export function UserSessions({ uid, acts }: { uid: string; acts: Acts }) {
  const { t } = useTranslation(USER_TEXTS)
  const mayEnd = useMay(signOutUser)
  const params = { uid }
  const sessions = useQuery({
    queryKey: [USER_KEY, uid, 'sessions'],
    queryFn: async () => (await adminCall(listUserSessions, { params })).sessions,
  })
  const logins = useList([USER_KEY, uid, 'logins'], {}, async (query) => {
    const page = await adminCall(listUserLogins, { params, query })
    return { rows: page.logins, nextCursor: page.nextCursor }
  })
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
        <Loaded of={sessions}>
          {(open) =>
            open.length === 0 ? (
              <p className="cap">{t('noSessions')}</p>
            ) : (
              <ul className="adm-rows">
                {open.map(({ id, browser, system, ip, method, startedMs, seenMs }) => (
                  <li key={id}>
                    <span className="col flex-1">
                      <b>{device(browser, system)}</b>
                      <span className="cap">
                        <Num>{ip}</Num> · {t(`method.${method}`)} · <bdi>{formatDayAndClock(startedMs)}</bdi>{' '}
                        – <bdi>{formatDayAndClock(seenMs)}</bdi>
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
            )
          }
        </Loaded>
      </section>
      <section>
        <h3>{t('logins')}</h3>
        <LoadedRows of={logins}>
          {(rows) => (
            <ul className="adm-rows">
              {rows.map(({ timeMs, outcome, method, ip, browser, system }) => (
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
          )}
        </LoadedRows>
      </section>
    </>
  )
}
