import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { PagedRows } from './ListBox.tsx'
import { MoreRows } from './MoreRows.tsx'

interface LoadedProps<T> {
  of: { data: T | undefined; isError: boolean; isFetching: boolean; refetch(): unknown }
  /** Said where it cannot be had; that it could not be loaded unless told. */
  failed?: string | undefined
  /** Of what is to come, in pixels. */
  height?: number
  children: (data: T) => ReactNode
}

/** Part of a page that is loaded, with what stands in its place: while it comes, and when it does not. */
export function Loaded<T>({ of, failed, height = 240, children }: LoadedProps<T>) {
  const { data, isError, isFetching, refetch } = of
  const { t } = useTranslation('admin')
  if (data !== undefined) return children(data)
  if (!isError) return <Skeleton width="100%" height={height} />
  return (
    <ErrorState title={failed ?? t('table.failed')} pending={isFetching} onRetry={() => void refetch()} />
  )
}

interface LoadedRowsProps<Row> extends Pick<LoadedProps<Row>, 'failed'> {
  of: PagedRows<Row> & { isFetchNextPageError: boolean }
  children: (rows: readonly Row[]) => ReactNode
}

/** The same of what comes page by page and is no table. */
export function LoadedRows<Row>({ of: list, failed, children }: LoadedRowsProps<Row>) {
  const { t } = useTranslation('admin')
  return (
    <>
      <Loaded of={{ ...list, data: list.rows }} failed={failed}>
        {children}
      </Loaded>
      {list.isFetchNextPageError ? (
        <ErrorState
          title={failed ?? t('table.failed')}
          pending={list.isFetching}
          onRetry={() => void list.fetchNextPage()}
        />
      ) : (
        <MoreRows list={list} />
      )}
    </>
  )
}
