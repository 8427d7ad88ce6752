import { useInfiniteQuery } from '@tanstack/react-query'
import { type ConfigChange, listConfigChanges } from '@truestrike/protocol/config-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatIfMoney, MISSING } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Num } from '../../ui/Num.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { adminCall } from '../frame/admin-session.store.ts'

const PAGE = 20

/** Who changed what, and when: newest first, each with what was before. */
export function ConfigHistory() {
  const { t } = useTranslation(['admin-settings', 'admin'])
  const list = useInfiniteQuery({
    queryKey: ['admin-config-history'],
    queryFn: ({ pageParam }) =>
      adminCall(listConfigChanges, {
        query: pageParam === null ? { limit: PAGE } : { limit: PAGE, cursor: pageParam },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
  if (list.data === undefined)
    return list.isError ? (
      <ErrorState title={t('failed')} pending={list.isFetching} onRetry={() => void list.refetch()} />
    ) : (
      <Skeleton width="100%" height={300} />
    )
  const changes = list.data.pages.flatMap((page) => page.changes)
  return (
    <div className="set-form">
      {changes.length === 0 ? <p className="cap">{t('unchanged')}</p> : null}
      {changes.map((change) => (
        <ChangeOf key={change.id} {...change} />
      ))}
      {list.hasNextPage ? (
        <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('admin:table.more')}
        </Button>
      ) : null}
    </div>
  )
}

function ChangeOf({ section, version, atMs, by, fields }: ConfigChange) {
  const { t } = useTranslation('admin-settings')
  const [kind = '', page, locale] = section.split('/')
  return (
    <section>
      <p className="set-line">
        <b>{kind === 'text' ? t(`ui:texts.${page}`) : t(`section.${kind}`)}</b>
        {locale === undefined ? null : <Badge>{locale}</Badge>}
        <span className="cap">
          {t('versionBy', {
            version,
            name: `\u2068${by}\u2069`,
            time: formatDayAndClock(atMs),
          })}
        </span>
      </p>
      <table className="set-diff">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ field, before, after }) => (
            <tr key={field}>
              <td>
                <Num>{field}</Num>
              </td>
              <td className="text-quiet">
                <bdi>{before === null ? MISSING : formatIfMoney(before)}</bdi>
              </td>
              <td>
                <bdi>{after === null ? MISSING : formatIfMoney(after)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
