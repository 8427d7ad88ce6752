import { useState } from 'react'
import { readTabObject, writeTab } from '../../lib/browser-storage.ts'
import { useSession } from '../../lib/session-store.ts'

export type FundsForm = 'deposit' | 'withdraw' | 'transfer'

/** A request that was sent, and nobody knows whether it arrived. */
export interface Unresolved {
  id: string
  /** What was filled in and chosen; never a password or a code. */
  values: Readonly<Record<string, string>>
}

const keyOf = (uid: string, form: FundsForm): string => `unresolved-${form}-${uid}`

function unresolvedOf(uid: string, form: FundsForm): Unresolved | null {
  const { id, values } = readTabObject(keyOf(uid, form)) ?? {}
  if (typeof id !== 'string' || typeof values !== 'object' || values === null) return null
  const texts = Object.entries(values).filter(([, value]) => typeof value === 'string')
  return { id, values: Object.fromEntries(texts) as Record<string, string> }
}

/**
 * Kept as long as the tab lives: a form that was closed, or a page that was loaded again, repeats the request instead of
 * moving the money twice.
 */
export function useUnresolved(form: FundsForm) {
  const uid = useSession((session) => session.user?.uid) ?? ''
  // As it stood when the form was opened.
  const [earlier] = useState(() => unresolvedOf(uid, form))
  return {
    earlier,
    /** Null: its outcome is known. */
    keep: (request: Unresolved | null): void =>
      writeTab(keyOf(uid, form), request === null ? null : JSON.stringify(request)),
  }
}
