import { Inbox } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Column, DataTable, type Selection } from './DataTable.tsx'
import { MoreRows, type MoreRowsOf } from './MoreRows.tsx'
import type { SortedBy } from './use-sorting.ts'

/** What comes page by page, as a list shows it. */
export interface PagedRows<Row> extends MoreRowsOf {
  rows: readonly Row[] | undefined
  isError: boolean
  isFetching: boolean
  /** Its search names more users than the server looks through. */
  moreNames?: boolean
  refetch(): unknown
}

interface ListBoxProps<Row extends { id: string }> {
  label: string
  list: PagedRows<Row>
  columns: readonly Column<Row>[]
  sorted?: SortedBy | undefined
  selection?: Selection | undefined
  currentId: string | null
  onOpen(row: Row): void
  failed: string
  /** Where there is nothing. */
  none: string
}

/** A table with what stands in its place: while it comes, when it does not, when nothing is in it. */
export function ListBox<Row extends { id: string }>({ list, failed, none, ...table }: ListBoxProps<Row>) {
  const { t } = useTranslation('admin')
  const { rows } = list
  const box = (
    <div className="panel adm-table-box" aria-busy={list.isFetching}>
      {list.isError && rows === undefined ? (
        <ErrorState title={failed} pending={list.isFetching} onRetry={() => void list.refetch()} />
      ) : rows === undefined ? (
        <Skeleton width="100%" height={400} />
      ) : rows.length === 0 && !list.hasNextPage ? (
        <EmptyState icon={Inbox} title={none} />
      ) : (
        <DataTable {...table} rows={rows} />
      )}
      <MoreRows list={list} />
    </div>
  )
  if (list.moreNames !== true) return box
  return (
    <>
      <p className="cap" role="status">
        {t('table.moreNames')}
      </p>
      {box}
    </>
  )
}
