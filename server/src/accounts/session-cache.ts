import type { Clock } from '../platform/clock.ts'
import type { SessionRow } from './sessions.store.ts'

/** How long an ended session may still be served by a process that did not hear of its end. */
const KEPT_MS = 1000
const ENTRIES_MAX = 20_000

/** Sessions seen in the last second, by token: a page that makes ten calls asks the database once. */
export function createSessionCache(clock: Clock) {
  const byToken = new Map<string, { row: SessionRow; untilMs: number }>()
  const tokenOf = new Map<string, string>()

  function drop(token: string): void {
    const entry = byToken.get(token)
    if (entry === undefined) return
    byToken.delete(token)
    tokenOf.delete(entry.row.id.toString())
  }

  return {
    get(token: string): SessionRow | null {
      const entry = byToken.get(token)
      if (entry === undefined) return null
      if (clock.nowMs() < entry.untilMs) return entry.row
      drop(token)
      return null
    },
    put(token: string, row: SessionRow): void {
      drop(token)
      // Maps keep the order of insertion: the first key is the oldest entry.
      const oldest = byToken.size >= ENTRIES_MAX ? byToken.keys().next().value : undefined
      if (oldest !== undefined) drop(oldest)
      byToken.set(token, { row, untilMs: clock.nowMs() + KEPT_MS * clock.speed })
      tokenOf.set(row.id.toString(), token)
    },
    forgetAll(): void {
      byToken.clear()
      tokenOf.clear()
    },
    forget(sessionId: string): void {
      const token = tokenOf.get(sessionId)
      if (token !== undefined) drop(token)
    },
  }
}
