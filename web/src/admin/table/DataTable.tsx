import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../ui/class-names.ts'

export interface Column<Row> {
  key: string
  label: string
  /** Figures stand at the end of their column. */
  isFigure?: boolean
  cell: (row: Row) => ReactNode
}

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
}

/** Rows are opened by a press or Enter; arrows move from row to row, the space bar chooses. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, columns, rows, currentId, onOpen, selection } = props
  const toggle = (id: string): void => {
    if (selection === undefined || !selection.isOffered(id)) return
    const next = new Set(selection.chosen)
    if (!next.delete(id)) next.add(id)
    selection.change(next)
  }
  const press = (event: KeyboardEvent<HTMLTableRowElement>, row: Row): void => {
    if (event.target !== event.currentTarget) return
    const { key, currentTarget } = event
    if (key === 'Enter') onOpen(row)
    else if (key === ' ') toggle(row.id)
    else if (key === 'ArrowDown') focusRow(currentTarget.nextElementSibling)
    else if (key === 'ArrowUp') focusRow(currentTarget.previousElementSibling)
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
          {columns.map(({ key, label: heading, isFigure }) => (
            <th key={key} scope="col" className={classes(isFigure && 'end')}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr
            key={row.id}
            tabIndex={row.id === currentId || (currentId === null && at === 0) ? 0 : -1}
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

function focusRow(row: Element | null): void {
  if (row instanceof HTMLElement) row.focus()
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
