import { type RefObject, useLayoutEffect } from 'react'

/**
 * Leaves out the least important parts of a table until the rest has room in its frame, for the result stands at the
 * end. They are named in `data-tight` of the frame, those in `spared` one after the other; the style sheet hides them.
 * When `shown` or the width of the frame changes, all are tried again; until then none comes back, so that figures
 * growing and shrinking do not make the table flicker.
 */
export function useTightTable(
  frame: RefObject<HTMLElement | null>,
  spared: readonly string[],
  shown: string,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is the event, though not read.
  useLayoutEffect(() => {
    const element = frame.current
    const table = element?.querySelector('table')
    if (element == null || table == null) return
    let width = 0
    let step = 0
    const leaveOut = (): void => {
      element.dataset.tight = spared.slice(0, step).join(' ')
    }
    const tighten = (): void => {
      if (element.clientWidth !== width) step = 0
      width = element.clientWidth
      leaveOut()
      while (element.scrollWidth > width && step < spared.length) {
        step += 1
        leaveOut()
      }
    }
    tighten()
    const observer = new ResizeObserver(tighten)
    observer.observe(element)
    observer.observe(table)
    return () => observer.disconnect()
  }, [frame, spared, shown])
}
