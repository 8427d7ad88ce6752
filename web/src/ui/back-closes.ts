import { useEffect, useRef, useState } from 'react'

/** What this page's router keeps of its step in the history, and which sheet the step belongs to. */
interface StepState {
  idx?: unknown
  sheet?: unknown
}

const present = (): StepState => (history.state as StepState | null) ?? {}

/** Numbers of steps; those of this page before it was loaded anew stay in the history, and are lower. */
let steps = Date.now()
/** The step of a sheet that has just closed, until it is taken back. */
let leaving: number | null = null

/** A sheet that stands in the address has a step already, and a page without a router has none to add to. */
function lacksStep(): boolean {
  return typeof present().idx === 'number' && !new URLSearchParams(location.search).has('modal')
}

function addStep(): number {
  const { idx } = present()
  if (leaving !== null && present().sheet === leaving) {
    const again = leaving
    leaving = null
    return again
  }
  steps += 1
  // The page may have been scrolled under the sheet: going back must not undo that.
  history.scrollRestoration = 'manual'
  // The router counts its steps by `idx`, and takes this one for the page it already shows.
  history.pushState({ ...history.state, idx: Number(idx) + 1, sheet: steps }, '')
  return steps
}

/** Takes the step back unless the page has moved on; a sheet that opens at once takes it over. */
function leaveStep(step: number): void {
  if (present().sheet !== step) return
  leaving = step
  queueMicrotask(() => {
    if (leaving !== step) return
    leaving = null
    if (present().sheet !== step) return
    window.addEventListener('popstate', scrollAsBefore, { once: true })
    history.back()
  })
}

function scrollAsBefore(): void {
  history.scrollRestoration = 'auto'
}

/** While `isOpen`, a step back closes instead of leaving the page. Where `close` asks first, the next step back asks again. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const newest = useRef(close)
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    newest.current = close
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is still open after a step back needs another one.
  useEffect(() => {
    if (!isOpen || !lacksStep()) return
    const step = addStep()
    const meet = (): void => {
      if (present().sheet === step) return
      scrollAsBefore()
      newest.current()
      setRefusals((count) => count + 1)
    }
    window.addEventListener('popstate', meet)
    return () => {
      window.removeEventListener('popstate', meet)
      leaveStep(step)
    }
  }, [isOpen, refusals])
}
