import { type RefObject, useEffect } from 'react'

const WHOLE = 0.97

/** Marks the rows of the panel that the dock covers in part: a row sliced in half reads as another one. */
export function useWholeRows(panel: RefObject<HTMLElement | null>, rows: string, dock: string): void {
  // No dependencies: rows come and go with what the panel shows.
  useEffect(() => {
    const over = panel.current?.querySelector<HTMLElement>(dock)
    if (over == null) return
    const marked = [...(panel.current?.querySelectorAll(rows) ?? [])]
    let watch: IntersectionObserver | null = null
    const measured = new ResizeObserver(() => {
      watch?.disconnect()
      const { position, bottom } = getComputedStyle(over)
      const covered = position === 'sticky' ? over.offsetHeight + (Number.parseFloat(bottom) || 0) : 0
      watch = new IntersectionObserver(
        (entries) => {
          for (const { target, intersectionRatio, boundingClientRect, rootBounds } of entries) {
            const below = boundingClientRect.bottom > (rootBounds?.bottom ?? Number.POSITIVE_INFINITY)
            target.toggleAttribute('data-under', covered > 0 && below && intersectionRatio < WHOLE)
          }
        },
        { rootMargin: `0px 0px -${Math.round(covered)}px 0px`, threshold: [0, WHOLE] },
      )
      for (const row of marked) watch.observe(row)
    })
    measured.observe(over)
    return () => {
      measured.disconnect()
      watch?.disconnect()
    }
  })
}
