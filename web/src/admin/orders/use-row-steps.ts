import { useEffect, useRef } from 'react'
import type { RowSteps } from '../table/RowDrawer.tsx'

export interface QueueSteps extends RowSteps {
  /** Opens what waits next, once the row that lies open is decided; undefined where nothing else waits. */
  onDecided: (() => void) | undefined
}

interface OpenRow {
  openId: string | null
  show(id: string | null): void
}

/**
 * The ways from the row that lies open. One that an act took out of the list keeps its place: its neighbors are those it had,
 * as far as they are still listed. `isQueue`: the list is of what waits, so that the next one opens after a decision.
 */
export function useRowSteps(
  rows: readonly { id: string }[],
  { openId, show }: OpenRow,
  isQueue = false,
): QueueSteps {
  const before = useRef<readonly string[]>([])
  const listed = rows.map(({ id }) => id)
  const isListed = openId !== null && listed.includes(openId)
  useEffect(() => {
    if (isListed) before.current = listed
  })
  const order = isListed ? listed : before.current
  const at = openId === null ? -1 : order.indexOf(openId)
  const there = new Set(listed)
  const [above, below] = at < 0 ? [[], []] : [order.slice(0, at), order.slice(at + 1)]
  const stepTo = (id: string | undefined) => (id === undefined ? undefined : () => show(id))
  const next = below.find((id) => there.has(id))
  const waiting = next ?? listed.find((id) => id !== openId)
  return {
    onClose: () => show(null),
    onPrevious: stepTo(above.findLast((id) => there.has(id))),
    onNext: stepTo(next),
    onDecided: isQueue ? stepTo(waiting) : undefined,
  }
}
