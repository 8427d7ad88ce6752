import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { backSteps } from './back-steps.ts'

/** What asks before this page is left; null: Back leads away at once. The shell around a page of the back office follows it. */
export const useBackGuardState = create<{ ask: (() => void) | null }>()(() => ({ ask: null }))

const indexOf = (state: unknown): unknown => (state as { idx?: unknown } | null)?.idx

/**
 * From now on Back asks and stays. The router does not hear of the step, so nothing is taken off the page; a step that
 * leaves the document is asked about by the browser. Returns what lets everything through again.
 */
function guardBack(ask: () => void): () => void {
  const index = indexOf(history.state)
  let isReturning = false
  const stay = (event: PopStateEvent): void => {
    event.stopImmediatePropagation()
    if (isReturning) {
      isReturning = false
      return
    }
    isReturning = true
    const to = indexOf(event.state)
    history.go(typeof index === 'number' && typeof to === 'number' ? index - to : 1)
    ask()
  }
  const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
  backSteps.guard = stay
  window.addEventListener('beforeunload', warn)
  useBackGuardState.setState({ ask })
  return () => {
    if (backSteps.guard === stay) backSteps.guard = null
    window.removeEventListener('beforeunload', warn)
    if (useBackGuardState.getState().ask === ask) useBackGuardState.setState({ ask: null })
  }
}

/** Guards while `isOn`. Returns what ends it at once, for whoever leads away after the question. */
export function useBackGuard(isOn: boolean, ask: () => void): () => void {
  const newest = useRef(ask)
  const release = useRef<() => void>(() => undefined)
  useEffect(() => {
    newest.current = ask
  })
  useEffect(() => {
    if (!isOn) return
    const stop = guardBack(() => newest.current())
    release.current = stop
    return stop
  }, [isOn])
  return () => release.current()
}
