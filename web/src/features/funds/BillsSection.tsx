import { useInfiniteQuery } from '@tanstack/react-query'
import { exportBills, listBills } from '@truestrike/protocol/bill-endpoints.ts'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, callFile } from '../../lib/api-client.ts'
import { useBook } from '../../lib/book-store.ts'
import { useSession } from '../../lib/session-store.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { BillList } from './BillList.tsx'
import { type BillFilters, billQueryOf, TYPES } from './bill-filters.ts'

const PAGE = 30

/** All bills of the chosen book: filters, pages, a file. */
export function BillsSection() {
  const { t } = useTranslation(['funds', 'errors'])
  const book = useBook((choice) => choice.book)
  const uid = useSession((session) => session.user?.uid)
  const [filters, setFilters] = useState<BillFilters>({ type: '', from: '', to: '' })
  const [exporting, setExporting] = useState(false)
  const query = billQueryOf(book, filters)
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      queryKey: ['funds', uid ?? '', 'bills', query],
      queryFn: ({ pageParam, signal }) =>
        call(
          listBills,
          { query: { ...query, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) } },
          { toast: false, signal },
        ),
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
      <div className="fu-filters">
        <Field label={t('type.label')}>
          {(control) => (
            <Select
              {...control}
              value={filters.type}
              onChange={({ target }) => setFilters({ ...filters, type: target.value })}
            >
              <option value="">{t('type.all')}</option>
              {TYPES.map((type) => (
                <option key={type} value={type}>
                  {t(`type.${type}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {(['from', 'to'] as const).map((name) => (
          <Field key={name} label={t(name)}>
            {(control) => (
              <TextInput
                {...control}
                type="date"
                value={filters[name]}
                onChange={({ target }) => setFilters({ ...filters, [name]: target.value })}
              />
            )}
          </Field>
        ))}
        <Button icon={FileDown} pending={exporting} onClick={save}>
          {t('export')}
        </Button>
      </div>
      <section className="panel" aria-label={t('title.bills')} aria-busy={bills === undefined}>
        {isError && bills === undefined ? (
          <ErrorState title={t('errors:LOAD_RECORDS')} pending={isFetching} onRetry={() => void refetch()} />
        ) : bills === undefined ? (
          <Skeleton width="100%" height={320} />
        ) : bills.length === 0 ? (
          <p className="fu-none">{t('none')}</p>
        ) : (
          <BillList bills={bills} />
        )}
        {hasNextPage ? (
          <div className="fu-more">
            <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('more')}
            </Button>
          </div>
        ) : null}
      </section>
    </>
  )
}
