import { useState } from 'react'
import { readStoredObject, writeStored } from '../../lib/browser-storage.ts'
import type { Column } from './column.ts'

const KEY = 'adminColumns'

interface ColumnItem {
  key: string
  label: string
  isShown: boolean
  /** The last one cannot be taken away. */
  isLocked: boolean
}

export interface ColumnChoices {
  items: readonly ColumnItem[]
  toggle(key: string): void
  /** Null: nothing was chosen. */
  reset: (() => void) | null
}

/** Of each page: what was switched, by column. */
function readChoices(page: string): Record<string, boolean> {
  const stored = readStoredObject(KEY)?.[page]
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
  )
}

function writeChoices(page: string, choices: Record<string, boolean>): void {
  writeStored(KEY, JSON.stringify({ ...readStoredObject(KEY), [page]: choices }))
}

/** Which columns a page shows: what this browser's administrator chose, kept for the next time. */
export function useColumns<Row>(
  page: string,
  columns: readonly Column<Row>[],
): { shown: readonly Column<Row>[]; choices: ColumnChoices } {
  const [choices, setChoices] = useState(() => readChoices(page))
  const isShown = ({ key, isExtra }: Column<Row>): boolean => choices[key] ?? isExtra !== true
  const chosen = columns.filter(isShown)
  // Columns come and go with releases: a choice that leaves none is none.
  const shown = chosen.length === 0 ? columns : chosen
  const keep = (next: Record<string, boolean>): void => {
    setChoices(next)
    writeChoices(page, next)
  }
  return {
    shown,
    choices: {
      items: columns.map((column) => ({
        ...{ key: column.key, label: column.label, isShown: shown.includes(column) },
        isLocked: shown.length === 1 && shown.includes(column),
      })),
      toggle: (key) => keep({ ...choices, [key]: !shown.some((column) => column.key === key) }),
      reset: Object.keys(choices).length === 0 ? null : () => keep({}),
    },
  }
}
