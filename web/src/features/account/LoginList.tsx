import { useInfiniteQuery } from '@tanstack/react-query'
import { type LoginRecord, listLogins } from '@truestrike/protocol/security-endpoints.ts'
import { LogIn, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UsedAddress, useUsedName } from './UsedFrom.tsx'
import { useSecurityKey } from './use-security.ts'

const PAGE = 10

/** Sign-ins and failed tries, a page at a time. */
export function LoginList() {
  const { t } = useTranslation('security')
  const { data, isError, refetch, ...more } = useInfiniteQuery({
    queryKey: useSecurityKey('logins'),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        listLogins,
        { query: { limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { toast: false, signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const logins = data?.pages.flatMap((page) => page.logins)
  return (
    <section className="card as-card" aria-busy={data === undefined && !isError}>
      <div className="col">
        <h2>{t('login.title')}</h2>
        <p className="t2">{t('login.text')}</p>
      </div>
      {logins !== undefined ? (
        <ul className="as-list">
          {logins.map((login, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows only grow at the end, and have no id of their own.
            <LoginRow key={at} login={login} />
          ))}
        </ul>
      ) : isError ? (
        <ErrorState title={t('failed')} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width="100%" height={192} />
      )}
      {more.isFetchNextPageError && !more.isFetchingNextPage ? <p role="status">{t('failed')}</p> : null}
      {more.hasNextPage ? (
        <Button pending={more.isFetchingNextPage} onClick={() => void more.fetchNextPage()}>
          {t('login.more')}
        </Button>
      ) : null}
    </section>
  )
}

const FAILED: readonly LoginRecord['outcome'][] = ['wrong-password', 'wrong-code']

function LoginRow({ login }: { login: LoginRecord }) {
  const { t } = useTranslation('security')
  const name = useUsedName()(login)
  const failed = FAILED.includes(login.outcome)
  return (
    <li data-failed={failed}>
      <Icon of={failed ? TriangleAlert : LogIn} size={20} />
      <div className="col">
        <div className="as-first">
          <b>{t(`login.outcome.${login.outcome}`)}</b>
          <time className="lab" dateTime={new Date(login.timeMs).toISOString()}>
            {formatDayAndClock(login.timeMs)}
          </time>
        </div>
        <span className="t2">
          {t(`login.method.${login.method}`)} · {name}
        </span>
        <span className="t2">
          <UsedAddress {...login} />
        </span>
      </div>
    </li>
  )
}
