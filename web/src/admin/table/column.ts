import type { ReactNode } from 'react'

export interface Column<Row> {
  key: string
  label: string
  /** Figures stand at the end of their column. */
  isFigure?: boolean
  /** By what the server puts rows in order when the heading is pressed; without it the heading is a word. */
  sort?: string
  /** Left out until somebody asks for it. */
  isExtra?: boolean
  cell: (row: Row) => ReactNode
  /** What a file made in the browser says of it; without it the column is not in the file. Times are ISO 8601, UTC. */
  text?: (row: Row) => string | number | null
}
