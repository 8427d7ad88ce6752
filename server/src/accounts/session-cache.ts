import type { Clock } from '../platform/clock.ts'
import type { SessionRow } from './sessions.store.ts'

/** How long an ended session may still be served by a process that did not hear of its end. */
const KEPT_MS = 1000
const ENTRIES_MAX = 20_000
/** How long a session is known to have ended: longer than a look at it may be under way. */
const ENDED_KEPT_MS = 60_000

/** Sessions seen in the last second, by token: a page that makes ten calls asks the database once. */
export function createSessionCache(clock: Clock) {
  const byToken = new Map<string, { row: SessionRow; untilMs: number }>()
  const tokenOf = new Map<string, string>()
  /** Ended not long ago, by id, and until when that is remembered: what was read before must not count after. */
  const ended = new Map<string, number>()

  function drop(token: string): void {
    const entry = byToken.get(token)
    if (entry === undefined) return
    byToken.delete(token)
    tokenOf.delete(entry.row.id.toString())
  }

  function noteEnd(sessionId: string): void {
    const nowMs = clock.nowMs()
    for (const [id, untilMs] of ended) {
      if (untilMs > nowMs && ended.size < ENTRIES_MAX) break
      ended.delete(id)
    }
    ended.set(sessionId, nowMs + ENDED_KEPT_MS * clock.speed)
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
      if (ended.has(row.id.toString())) return
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
    hasEnded: (sessionId: bigint): boolean => ended.has(sessionId.toString()),
    /** The session has ended. */
    forget(sessionId: string): void {
      noteEnd(sessionId)
      const token = tokenOf.get(sessionId)
      if (token !== undefined) drop(token)
    },
  }
}
