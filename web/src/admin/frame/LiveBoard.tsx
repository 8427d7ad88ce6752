import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Book } from '@truestrike/protocol/scalars.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../lib/time-format.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

const BOOKS = ['real', 'demo'] as const
/** Live: the server keeps the answer for a second. */
const ASK_EVERY_MS = 2_000

/** The book an address names; that of real funds unless it names one. */
export function bookOf(address: URLSearchParams): Book {
  return BOOKS.find((each) => each === address.get('book')) ?? 'real'
}

/** Figures of one book, asked for anew every two seconds; those before stay while others come. */
export function useLiveFigures<T>(key: string, book: Book, read: () => Promise<T>): UseQueryResult<T> {
  return useQuery({
    queryKey: [key, book],
    queryFn: read,
    refetchInterval: ASK_EVERY_MS,
    placeholderData: keepPreviousData,
  })
}

/** `May 12, 14:26:41 UTC`: days and half hours of the figures are those of UTC too. */
const utcDayAndClock = (ms: number): string =>
  formatTime(ms, {
    ...({ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const),
    ...({ hourCycle: 'h23', timeZone: 'UTC', timeZoneName: 'short' } as const),
  })

interface LiveBoardProps<T> {
  title: string
  /** Said when there are no figures to show. */
  failed: string
  book: Book
  onBook: (book: string) => void
  figures: UseQueryResult<T>
  children: (figures: T) => ReactNode
}

/** A page of live figures: when they were taken, of which book, and the figures. */
export function LiveBoard<T extends { atMs: number }>({
  title,
  failed,
  book,
  onBook,
  figures: { data, isError, isFetching, refetch },
  children,
}: LiveBoardProps<T>) {
  const { t } = useTranslation('admin')
  return (
    <>
      <div className="adm-head">
        <h1>{title}</h1>
        <span className="flex-1" />
        {data === undefined ? null : (
          <span className="cap">
            <bdi>{utcDayAndClock(data.atMs)}</bdi>
          </span>
        )}
        <Select aria-label={t('dashboard.book')} value={book} onChange={({ target }) => onBook(target.value)}>
          {BOOKS.map((each) => (
            <option key={each} value={each}>
              {t(`dashboard.books.${each}`)}
            </option>
          ))}
        </Select>
      </div>
      {isError && data === undefined ? (
        <ErrorState title={failed} pending={isFetching} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton width="100%" height={600} />
      ) : (
        <div className="adm-board">{children(data)}</div>
      )}
    </>
  )
}
