import { useInfiniteQuery } from '@tanstack/react-query'
import { listInvitees } from '@truestrike/protocol/invitation-endpoints.ts'
import { BadgeCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { useSession } from '../../lib/session-store.ts'
import { formatDayYear } from '../../lib/time-format.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** Those the user invited himself, newest first. */
export function InviteeList() {
  const { t } = useTranslation(['invitations', 'errors'])
  const uid = useSession((session) => session.user?.uid)
  const {
    data,
    isError,
    isFetching,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
  } = useInfiniteQuery({
    queryKey: ['invitations', uid ?? '', 'list'],
    queryFn: ({ pageParam, signal }) =>
      call(
        listInvitees,
        { query: pageParam === null ? {} : { cursor: pageParam } },
        { toast: false, signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
  if (data === undefined) {
    return isError ? (
      <ErrorState title={t('errors:LOAD_INVITATIONS')} pending={isFetching} onRetry={() => void refetch()} />
    ) : (
      <Skeleton width="100%" height={64} />
    )
  }
  const invitees = data.pages.flatMap((page) => page.invitees)
  if (invitees.length === 0) return <p className="t2">{t('none')}</p>
  return (
    <>
      <ul className="iv-list">
        {invitees.map(({ maskedName, joinedMs, certified }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no number anybody may see, and keep their order.
          <li key={at}>
            <span className="col flex-1 min-w-0">
              <b>
                <bdi>{maskedName}</bdi>
              </b>
              <span className="cap">{t('joined', { date: formatDayYear(joinedMs) })}</span>
            </span>
            {certified ? (
              <span className="iv-confirmed">
                <Icon of={BadgeCheck} size={16} />
                {t('confirmed')}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <>
          {isFetchNextPageError && !isFetchingNextPage ? (
            <p role="status">{t('errors:LOAD_INVITATIONS')}</p>
          ) : null}
          <Button block pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        </>
      ) : null}
    </>
  )
}
