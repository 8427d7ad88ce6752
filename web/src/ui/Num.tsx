import type { ReactNode } from 'react'
import { classes } from './class-names.ts'

interface NumProps {
  children: ReactNode
  tone?: 'gain' | 'loss' | undefined
  unit?: string
  className?: string
}

/** A figure, a pair, a code: tabular digits, left to right, isolated from the sentence in every language. */
export function Num({ children, tone, unit, className }: NumProps) {
  return (
    <bdi dir="ltr" className={classes('n', tone, className)}>
      {children}
      {unit ? <span className="unit"> {unit}</span> : null}
    </bdi>
  )
}
