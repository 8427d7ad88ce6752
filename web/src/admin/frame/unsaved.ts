import { useEffect } from 'react'
import { create } from 'zustand'
import { useBackGuardState } from '../../lib/back-guard.ts'

/** The parts of the page's address by which a form lies open: it goes when one of them changes. */
type HeldBy = readonly string[]

interface Unsaved {
  /** Those in which something is typed, or shown once, that is not saved. */
  forms: readonly HeldBy[]
  /** The way from one address to another that is asked about; null: nothing is asked. */
  leave: { before: string; after: string; go: () => void } | null
}

export const useUnsavedForms = create<Unsaved>()(() => ({ forms: [], leave: null }))

const stay = (event: BeforeUnloadEvent): void => event.preventDefault()

function holdForm(form: HeldBy): () => void {
  const put = (forms: readonly HeldBy[]): void => {
    if (forms.length === 0) window.removeEventListener('beforeunload', stay)
    else window.addEventListener('beforeunload', stay)
    useUnsavedForms.setState({ forms })
  }
  put([...useUnsavedForms.getState().forms, form])
  return () => put(useUnsavedForms.getState().forms.filter((each) => each !== form))
}

/**
 * Keeps what is not saved from being lost by one press: whatever leads away from it asks first, and so does the browser.
 * `heldBy`: the parts of the address by which the form lies open, within its page.
 */
export function useUnsaved(isUnsaved: boolean, ...heldBy: HeldBy): void {
  const names = heldBy.join(' ')
  useEffect(() => (isUnsaved ? holdForm(names.split(' ')) : undefined), [isUnsaved, names])
}

let endGuarded: (() => void) | null = null
// What asks before Back (`ShownOnce.tsx`), whatever its address, is not lost by the other ways either.
useBackGuardState.subscribe(({ ask }) => {
  const isGuarded = ask !== null
  if (isGuarded === (endGuarded !== null)) return
  endGuarded?.()
  endGuarded = isGuarded ? holdForm([]) : null
})

/** Whether a form that lies open by one address no longer does by another. */
export function takesAway(forms: readonly HeldBy[], before: string, after: string): boolean {
  const [was, is] = [new URLSearchParams(before), new URLSearchParams(after)]
  return forms.some((form) => form.some((name) => was.get(name) !== is.get(name)))
}

let isDecided = false

/** Moves on after an act: what was typed is saved by it, or given up with it, and nothing is asked. */
export function moveOn(move: () => void): void {
  isDecided = true
  try {
    move()
  } finally {
    isDecided = false
  }
}

/** Goes from one address of the page to another; asks first where something would be lost. */
export function leaveFor(before: string, after: string, go: () => void): void {
  if (isDecided || !takesAway(useUnsavedForms.getState().forms, before, after)) go()
  else useUnsavedForms.setState({ leave: { before, after, go } })
}
