import { isSamePlace } from '@truestrike/core/funds/method-place.ts'
import type { DepositMethod, EndedMethod } from '@truestrike/protocol/funds-endpoints.ts'
import { useState } from 'react'
import { readStored, writeStored } from '../../lib/browser-storage.ts'
import { useSession } from '../../lib/session-store.ts'

/** More are not kept: what was shown longer ago is no longer taken. */
const KEPT = 8

/** A method that may be chosen; `takenUntilMs` null: it is offered, 0: it is taken no more. */
export type MethodChoice = DepositMethod & { takenUntilMs: number | null }

/** Ids of the methods this user was shown in this browser, the last one first: he may have paid to any of them. */
export function useSeenMethods() {
  const uid = useSession((session) => session.user?.uid) ?? ''
  const key = `deposit-methods-${uid}`
  const [seen, setSeen] = useState(() => storedIds(key))
  return {
    seen,
    see(id: string): void {
      // Read anew: another tab may have shown him others since.
      const known = storedIds(key)
      const next = [id, ...known.filter((each) => each !== id)].slice(0, KEPT)
      if (next.join(' ') === seen.join(' ') && known[0] === id) return
      writeStored(key, next.join(' '))
      setSeen(next)
    },
  }
}

const storedIds = (key: string): string[] => (readStored(key) ?? '').split(' ').filter((id) => id !== '')

/** What is offered in the place of one that no longer is, with the money going where it went: other words for the same. */
export const rewordedOf = (
  method: MethodChoice,
  methods: readonly MethodChoice[],
): MethodChoice | undefined =>
  method.takenUntilMs === null
    ? undefined
    : methods.find(
        (each) => each.takenUntilMs === null && each.isTest === method.isTest && isSamePlace(each, method),
      )

/** What is offered, and what no longer is but was shown. */
export function choicesOf(
  { methods, ended }: { methods: readonly DepositMethod[]; ended: readonly EndedMethod[] },
  seen: readonly string[],
): MethodChoice[] {
  return [
    ...methods.map((method) => ({ ...method, takenUntilMs: null })),
    ...ended.filter(({ id }) => seen.includes(id)),
  ]
}
