import { ArrowDown, ArrowUp } from 'lucide-react'
import { Icon } from '../../ui/Icon.tsx'
import type { Sort, SortKey } from './market-order.ts'

export interface SortProps {
  sort: Sort | null
  onSort: (key: SortKey) => void
}

interface SortButtonProps extends SortProps {
  column: SortKey
  label: string
}

export function SortButton({ column, label, sort, onSort }: SortButtonProps) {
  const active = sort?.key === column
  return (
    <button
      type="button"
      className="sort hit"
      onClick={() => onSort(column)}
      {...(active ? { 'data-active': '' } : {})}
    >
      {label}
      {active ? <Icon of={sort.descending ? ArrowDown : ArrowUp} /> : null}
    </button>
  )
}

export function ariaSort(sort: Sort | null, column: SortKey): 'ascending' | 'descending' | 'none' {
  if (sort?.key !== column) return 'none'
  return sort.descending ? 'descending' : 'ascending'
}
