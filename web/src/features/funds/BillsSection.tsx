import { useInfiniteQuery } from '@tanstack/react-query'
import { exportBills, listBills } from '@truestrike/protocol/bill-endpoints.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { call, callFile } from '../../lib/api-client.ts'
import { useBook } from '../../lib/book-store.ts'
import { presentQuery } from '../../lib/present-query.ts'
import { useSession } from '../../lib/session-store.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { BillFilterBar } from './BillFilterBar.tsx'
import { BillList } from './BillList.tsx'
import { type BillFilters, billQueryOf, bookIn, filtersOf, withFilters } from './bill-filters.ts'
import { MOVING, useFollowedMoney } from './use-funds.ts'

const PAGE = 30

/** All bills of one balance: filters, pages, a file. */
export function BillsSection() {
  const { t } = useTranslation(['funds', 'errors'])
  const inUse = useBook((choice) => choice.book)
  const uid = useSession((session) => session.user?.uid)
  useFollowedMoney()
  const [params, setParams] = useSearchParams()
  const book = bookIn(params, inUse)
  const filters = filtersOf(params)
  const isFiltered = Object.values(filters).some((value) => value !== '')
  // One step of the history for the section, whatever is looked for in it.
  const replace = (next: URLSearchParams): void => setParams(next, { replace: true })
  const setFilters = (chosen: Partial<BillFilters>): void => {
    const now = presentQuery()
    replace(withFilters(now, { ...filtersOf(now), ...chosen }))
  }
  const setBook = (chosen: string): void => {
    const now = presentQuery()
    now.set('book', chosen)
    replace(now)
  }
  const [exporting, setExporting] = useState(false)
  const query = billQueryOf(book, filters)
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
    queryKey: ['funds', uid ?? '', 'bills', query],
    queryFn: ({ pageParam, signal }) =>
      call(
        listBills,
        { query: { ...query, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { toast: false, signal },
      ),
    ...MOVING,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
  const bills = data?.pages.flatMap((page) => page.bills)
  const save = (): void => {
    setExporting(true)
    // What went wrong is told by the call itself.
    callFile(exportBills, { query })
      .catch(() => undefined)
      .finally(() => setExporting(false))
  }
  return (
    <>
      <BillFilterBar {...{ book, setBook, filters, setFilters, exporting }} onExport={save} />
      <section className="panel" aria-label={t('title.bills')} aria-busy={bills === undefined}>
        {isError && bills === undefined ? (
          <ErrorState title={t('errors:LOAD_RECORDS')} pending={isFetching} onRetry={() => void refetch()} />
        ) : bills === undefined ? (
          <Skeleton width="100%" height={320} />
        ) : bills.length === 0 ? (
          <p className="fu-none">{t(isFiltered ? 'noneFound' : 'none')}</p>
        ) : (
          <BillList bills={bills} />
        )}
        {hasNextPage ? (
          <div className="fu-more">
            {isFetchNextPageError && !isFetchingNextPage ? (
              <p role="status">{t('errors:LOAD_RECORDS')}</p>
            ) : null}
            <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('more')}
            </Button>
          </div>
        ) : null}
      </section>
    </>
  )
}
