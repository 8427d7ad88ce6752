import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../ui/class-names.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { Column } from './column.ts'
import { rowAfter } from './table-keys.ts'
import type { SortedBy } from './use-sorting.ts'

export type { Column } from './column.ts'

export interface Selection {
  chosen: ReadonlySet<string>
  /** What may be chosen at all; others have no box. */
  isOffered: (id: string) => boolean
  change: (chosen: Set<string>) => void
}

interface DataTableProps<Row extends { id: string }> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** The one that lies open beside the table. */
  currentId: string | null
  onOpen: (row: Row) => void
  selection?: Selection | undefined
  /** Headings with a key of their own put the rows in order. */
  sorted?: SortedBy | undefined
}

/** Rows are opened by a press or Enter; arrows, Home, End and the page keys move from row to row, the space bar chooses. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, columns, rows, currentId, onOpen, selection, sorted } = props
  const body = useFocusBack(currentId)
  // What lies open need not be in the list: the table is still reached by its first row.
  const reachedId = rows.some(({ id }) => id === currentId) ? currentId : rows[0]?.id
  const toggle = (id: string): void => {
    if (selection === undefined || !selection.isOffered(id)) return
    const next = new Set(selection.chosen)
    if (!next.delete(id)) next.add(id)
    selection.change(next)
  }
  const press = (event: KeyboardEvent<HTMLTableRowElement>, row: Row): void => {
    if (event.target !== event.currentTarget) return
    const { key, currentTarget } = event
    const next = rowAfter(key, rows.indexOf(row), rows.length)
    if (key === 'Enter') onOpen(row)
    else if (key === ' ') toggle(row.id)
    else if (next !== null) focusRow(currentTarget.parentElement?.children[next])
    else return
    event.preventDefault()
  }
  return (
    <table className="table table-dense adm-table" aria-label={label}>
      <thead>
        <tr>
          {selection === undefined ? null : (
            <th scope="col" className="adm-choose">
              <ChooseAll {...selection} ids={rows.map(({ id }) => id).filter(selection.isOffered)} />
            </th>
          )}
          {columns.map((column) => (
            <Heading key={column.key} of={column} sorted={sorted} />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row) => (
          <tr
            key={row.id}
            data-id={row.id}
            tabIndex={row.id === reachedId ? 0 : -1}
            aria-current={row.id === currentId ? 'true' : undefined}
            className={classes(selection?.chosen.has(row.id) === true && 'adm-chosen')}
            onClick={() => onOpen(row)}
            onKeyDown={(event) => press(event, row)}
          >
            {selection === undefined ? null : (
              // The box's own press opens nothing.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the cell does nothing by itself.
              <td className="adm-choose" onClick={(event) => event.stopPropagation()}>
                {selection.isOffered(row.id) ? (
                  <ChooseOne id={row.id} isChosen={selection.chosen.has(row.id)} onToggle={toggle} />
                ) : null}
              </td>
            )}
            {columns.map(({ key, isFigure, cell }) => (
              <td key={key} className={classes(isFigure && 'end')}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Who closes what lay open goes on from its row, and is left where he is when he went elsewhere himself. */
function useFocusBack(currentId: string | null) {
  const body = useRef<HTMLTableSectionElement>(null)
  const openId = useRef(currentId)
  useEffect(() => {
    const closedId = openId.current
    openId.current = currentId
    if (closedId === null || currentId !== null || document.activeElement !== document.body) return
    // Closed from the shell around the page: the focus is there.
    if (!document.hasFocus()) return
    const rows = [...(body.current?.children ?? [])]
    focusRow(rows.find((row) => row.getAttribute('data-id') === closedId) ?? rows[0])
  }, [currentId])
  return body
}

function focusRow(row: Element | undefined): void {
  if (row instanceof HTMLElement) row.focus()
}

type HeadingOf = Pick<Column<never>, 'label' | 'isFigure' | 'sort'>

function Heading({ of, sorted }: { of: HeadingOf; sorted: SortedBy | undefined }) {
  const { label, isFigure, sort } = of
  if (sort === undefined || sorted === undefined)
    return (
      <th scope="col" className={classes(isFigure && 'end')}>
        {label}
      </th>
    )
  const isActive = sorted.key === sort
  return (
    <th
      scope="col"
      className={classes(isFigure && 'end')}
      aria-sort={isActive ? (sorted.isAscending ? 'ascending' : 'descending') : undefined}
    >
      <button type="button" className="adm-sort" onClick={() => sorted.press(sort)}>
        {label}
        {isActive ? <Icon of={sorted.isAscending ? ArrowUp : ArrowDown} size={14} /> : null}
      </button>
    </th>
  )
}

function ChooseOne(props: { id: string; isChosen: boolean; onToggle: (id: string) => void }) {
  const { t } = useTranslation('admin')
  return (
    <input
      type="checkbox"
      aria-label={t('table.choose', { id: props.id })}
      checked={props.isChosen}
      onChange={() => props.onToggle(props.id)}
    />
  )
}

function ChooseAll({ ids, chosen, change }: Selection & { ids: readonly string[] }) {
  const { t } = useTranslation('admin')
  const count = ids.filter((id) => chosen.has(id)).length
  return (
    <input
      type="checkbox"
      aria-label={t('table.chooseAll')}
      disabled={ids.length === 0}
      checked={count > 0 && count === ids.length}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < ids.length
      }}
      onChange={() => change(new Set(count === ids.length ? [] : ids))}
    />
  )
}
