import { AppError } from './app-error.ts'
import type { AnyEndpoint } from './http-door.ts'
import type { LimitClass } from './http-rate-limit.ts'
import { createSharedTurns, type SharedTurns } from './shared-turns.ts'

/** What waits for its turn: long pages for anybody, readings of a user's own history, and what signed-in users change. */
export type CallKind = 'reading' | 'history' | 'write' | 'signIn'

/** Calls under way at a time in a process, of one address, and of one user. */
const AT_ONCE = {
  // Half of the connections to the database that a process has.
  write: { atOnce: 8, atOncePerAddress: 4, atOncePerUser: 2 },
  reading: { atOnce: 4, atOncePerAddress: 2 },
  // However long the history is: apart, so that no chart waits for it.
  history: { atOnce: 4, atOncePerAddress: 2 },
} as const
/** Calls under way or waiting; most that one user, or without one an IP address, may have of them. */
const CALLS_MAX = 4_096
const CALLS_PER_USER_MAX = { write: 128, reading: 1_024, history: 1_024 } as const
const BUSY_RETRY_SECONDS = 1

const busy = (): AppError => new AppError('SERVICE_UNAVAILABLE', undefined, BUSY_RETRY_SECONDS)

/** The turns of a process. */
export type CallTurns = Readonly<Record<CallKind, SharedTurns>>

/**
 * The database serves whoever comes first, and does not know addresses: calls that cost it much wait here, and few are
 * under way at a time. Those that ask for a password have turns of their own, as they wait for that too.
 */
export function createCallTurns(): CallTurns {
  const turns = (kind: keyof typeof AT_ONCE): SharedTurns =>
    createSharedTurns({
      ...AT_ONCE[kind],
      max: CALLS_MAX,
      perUserMax: CALLS_PER_USER_MAX[kind],
      refuse: busy,
    })
  return {
    reading: turns('reading'),
    history: turns('history'),
    write: turns('write'),
    signIn: turns('write'),
  }
}

/** Which turns a call waits for; null: none. Orders are put into batches, and uploads have turns of their own. */
export function turnsOfCall(
  { audience, method }: AnyEndpoint,
  { limit, turns }: { limit: LimitClass; turns?: 'reading' | 'history' | 'none' | undefined },
): CallKind | null {
  if (turns !== undefined) return turns === 'none' ? null : turns
  if (audience !== 'user' || method === 'GET') return null
  return limit === 'write' || limit === 'signIn' ? limit : null
}
