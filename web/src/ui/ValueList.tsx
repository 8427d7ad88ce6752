import type { ReactNode } from 'react'
import { classes } from './class-names.ts'

export interface ValueLine {
  key: string
  label: string
  value: ReactNode
}

/** Names at the start, values at the end, line by line. */
export function ValueList({ lines, className }: { lines: readonly ValueLine[]; className?: string }) {
  return (
    <dl className={classes('kv', className)}>
      {lines.map(({ key, label, value }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
