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
}

/** Whoever has a socket open is there, though his page may call nothing for hours: his session is noted as used. */
export function noteListeners({ clock, log, authenticators, users }: Parts): Cancel {
  return clock.every(NOTED_EVERY_MS, async () => {
    const ids = users.sessionIds().map(BigInt)
    try {
      for (let at = 0; at < ids.length; at += SESSIONS_PER_QUERY) {
        await authenticators.user?.noteListening(ids.slice(at, at + SESSIONS_PER_QUERY))
      }
    } catch (error) {
      log.warn({ err: error }, 'open sockets could not be noted and will be again')
    }
  })
}
