import type { Cancel, Clock } from './clock.ts'
import type { Authenticators } from './http-identity.ts'
import type { Log } from './log.ts'
import { endSessions, SESSIONS_PER_QUERY } from './socket-catch-up.ts'
import type { SocketUsers } from './socket-users.ts'

/** Real time between two notes that a session's page listens. */
const NOTED_EVERY_MS = 60_000

interface Parts {
  clock: Clock
  log: Log
  authenticators: Authenticators
  users: SocketUsers
  endSession(sessionId: string): void
}

/**
 * Whoever has a socket open is there, though his page may call nothing for hours: his session is noted as used. One that has
 * ended loses its sockets here at the latest: a process that died, or lost its database, while it committed tells nobody.
 */
export function noteListeners(parts: Parts): Cancel {
  const { clock, log, authenticators, users } = parts
  return clock.every(NOTED_EVERY_MS, async () => {
    try {
      await endSessions(parts)
      const ids = users.sessionIds().map(BigInt)
      for (let at = 0; at < ids.length; at += SESSIONS_PER_QUERY) {
        await authenticators.user?.noteListening(ids.slice(at, at + SESSIONS_PER_QUERY))
      }
    } catch (error) {
      log.warn({ err: error }, 'open sockets could not be noted and will be again')
    }
  })
}
