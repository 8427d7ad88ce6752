import { useCallback, useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { takesAway } from '../frame/unsaved.ts'
import { BY_PAGE } from './PageFrame.tsx'

type HeldBy = readonly string[] | null

const isByPage = (state: unknown): boolean =>
  (state as Partial<typeof BY_PAGE> | null)?.byPage === BY_PAGE.byPage

/** Asks before the shell takes away a page with something that is not saved: another page, a step back, signing out. */
export function useLeaving() {
  const [unsaved, setUnsaved] = useState<HeldBy>(null)
  const [act, setAct] = useState<(() => void) | null>(null)
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    // Who is signed out has nothing to save.
    if (unsaved === null || useAdminSession.getState().token === null) return false
    if (currentLocation.pathname !== nextLocation.pathname) return true
    // The page has asked about its own moves.
    if (historyAction !== 'POP' && isByPage(nextLocation.state)) return false
    return takesAway([unsaved], currentLocation.search, nextLocation.search)
  })
  const isAsking = blocker.state === 'blocked' || act !== null
  const leave = (): void => {
    setAct(null)
    if (blocker.state === 'blocked') blocker.proceed()
    else act?.()
  }
  // A save that was under way has ended: nothing is left to ask about.
  useEffect(() => {
    if (unsaved === null && isAsking) leave()
  })
  return {
    setUnsaved,
    /** Does it, once it is said that what is not saved may go. */
    first: useCallback((go: () => void): void => (unsaved === null ? go() : setAct(() => go)), [unsaved]),
    question: {
      open: isAsking,
      onStay: () => {
        setAct(null)
        if (blocker.state === 'blocked') blocker.reset()
      },
      onLeave: leave,
    },
  }
}
