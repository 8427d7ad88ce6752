import type { ReactNode } from 'react'

interface LaterProps {
  /** Whether all that stands above has its height. */
  when: boolean
  children: ReactNode
}

/**
 * What stands below a part whose height nobody knows beforehand: it asks for its data at once, and is seen when nothing
 * above pushes it away from a finger any more.
 */
export function Later({ when, children }: LaterProps) {
  return <div style={{ display: when ? 'contents' : 'none' }}>{children}</div>
}
