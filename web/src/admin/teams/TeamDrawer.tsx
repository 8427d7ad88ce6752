import { useInfiniteQuery } from '@tanstack/react-query'
import { getTeam } from '@truestrike/protocol/people-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatDayYear } from '../../lib/time-format.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Num } from '../../ui/Num.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { openPage } from '../frame/page-address.ts'
import { mayOpenPage } from '../frame/use-may.ts'
import { RowDrawer } from '../table/RowDrawer.tsx'
import { Certified, TEAM_TEXTS, TeamCount } from './team-columns.tsx'

interface TeamDrawerProps {
  uid: string
  onOpen(uid: string): void
  onClose(): void
}

/** One knot of the tree: who stands above, how large each generation is, and whom he invited himself. */
export function TeamDrawer({ uid, onOpen, onClose }: TeamDrawerProps) {
  const { t } = useTranslation([TEAM_TEXTS, 'admin'])
  const tree = useInfiniteQuery({
    queryKey: ['admin-team', uid],
    queryFn: ({ pageParam }) =>
      adminCall(getTeam, { params: { uid }, query: pageParam === null ? {} : { cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    retry: false,
  })
  const [first] = tree.data?.pages ?? []
  const members = tree.data?.pages.flatMap((page) => page.members) ?? []
  return (
    <RowDrawer label={t('teamOf', { uid })} title={uid} onClose={onClose}>
      {first === undefined ? (
        tree.isError ? (
          <ErrorState
            title={t('teamsFailed')}
            onRetry={() => void tree.refetch()}
            pending={tree.isFetching}
          />
        ) : (
          <Skeleton width="100%" height={240} />
        )
      ) : (
        <>
          {first.above.length === 0 ? null : (
            <nav className="adm-line" aria-label={t('above')}>
              {first.above.toReversed().map((each) => (
                <Button key={each.uid} size="s" variant="ghost" onClick={() => onOpen(each.uid)}>
                  <bdi>{each.username}</bdi>
                </Button>
              ))}
            </nav>
          )}
          <p>
            <b>
              <bdi>{first.user.username}</bdi>
            </b>{' '}
            {first.user.certified ? <Certified /> : null}
          </p>
          <ValueList
            lines={first.user.generations.map((generation, at) => ({
              key: `generation-${at}`,
              label: t(`generation.${at as 0 | 1 | 2}`),
              value: <TeamCount {...generation} />,
            }))}
          />
          {mayOpenPage('users') ? (
            <Button size="s" onClick={() => openPage('users', `?team=${uid}`)}>
              {t('listTeam')}
            </Button>
          ) : null}
          <section>
            <h3>{t('invitedHimself')}</h3>
            {members.length === 0 ? <p className="cap">{t('invitedNobody')}</p> : null}
            <ul className="adm-rows">
              {members.map(({ uid: member, username, certified, joinedMs, generations }) => (
                <li key={member}>
                  <button type="button" className="adm-knot" onClick={() => onOpen(member)}>
                    <span className="col flex-1">
                      <span>
                        <b>
                          <bdi>{username}</bdi>
                        </b>{' '}
                        {certified ? <Certified /> : null}
                      </span>
                      <span className="cap">
                        <Num>{member}</Num> · <bdi>{formatDayYear(joinedMs)}</bdi>
                      </span>
                    </span>
                    <Num>{generations.map((each) => each.members).join(' / ')}</Num>
                  </button>
                </li>
              ))}
            </ul>
            {tree.hasNextPage ? (
              <Button
                variant="ghost"
                className="adm-more"
                pending={tree.isFetchingNextPage}
                onClick={() => void tree.fetchNextPage()}
              >
                {t('admin:table.more')}
              </Button>
            ) : null}
          </section>
        </>
      )}
    </RowDrawer>
  )
}
