import type { Cancel, Clock } from './clock.ts'
import type { Authenticators } from './http-identity.ts'
import type { Log } from './log.ts'
import type { SocketUsers } from './socket-users.ts'

/** Real time between two notes that a session's page listens. */
const NOTED_EVERY_MS = 60_000
const SESSIONS_PER_QUERY = 1_000

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
export function noteListeners({ clock, log, authenticators, users, endSession }: Parts): Cancel {
  return clock.every(NOTED_EVERY_MS, async () => {
    const ids = users.sessionIds().map(BigInt)
    try {
      for (let at = 0; at < ids.length; at += SESSIONS_PER_QUERY) {
        const some = ids.slice(at, at + SESSIONS_PER_QUERY)
        for (const id of (await authenticators.user?.listEnded(some)) ?? []) endSession(id.toString())
        await authenticators.user?.noteListening(some)
      }
    } catch (error) {
      log.warn({ err: error }, 'open sockets could not be noted and will be again')
    }
  })
}
