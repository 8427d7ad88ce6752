import type { Bus } from './bus.ts'
import type { Cancel } from './clock.ts'
import type { UserPrincipal } from './route.ts'
import type { SocketConnection } from './socket-connection.ts'

/** Which sockets are whose, and the bus subscription of every user who has one. */
export interface SocketUsers {
  add(user: UserPrincipal, connection: SocketConnection): void
  remove(connection: SocketConnection): void
  ofUser(userId: string): ReadonlySet<SocketConnection>
  ofSession(sessionId: string): ReadonlySet<SocketConnection>
  /** All sessions that have a socket here. */
  sessionIds(): string[]
}

type Sockets = Map<string, Set<SocketConnection>>

const nobody: ReadonlySet<SocketConnection> = new Set()

export function createSocketUsers(
  bus: Bus,
  onEvent: (userId: string, payload: unknown) => void,
): SocketUsers {
  const users: Sockets = new Map()
  const sessions: Sockets = new Map()
  const subscriptions = new Map<string, Cancel>()
  return {
    add({ userId, sessionId }, connection) {
      const subject = `user.${userId}`
      if (!subscriptions.has(subject)) {
        subscriptions.set(
          subject,
          bus.subscribe(subject, (payload) => onEvent(String(userId), payload)),
        )
      }
      addTo(users, String(userId), connection)
      addTo(sessions, String(sessionId), connection)
    },
    remove(connection) {
      if (connection.user === null) return
      const { userId, sessionId } = connection.user
      removeFrom(sessions, String(sessionId), connection)
      if (!removeFrom(users, String(userId), connection)) return
      subscriptions.get(`user.${userId}`)?.()
      subscriptions.delete(`user.${userId}`)
    },
    ofUser: (userId) => users.get(userId) ?? nobody,
    ofSession: (sessionId) => sessions.get(sessionId) ?? nobody,
    sessionIds: () => [...sessions.keys()],
  }
}

function addTo(sockets: Sockets, key: string, connection: SocketConnection): void {
  const present = sockets.get(key)
  if (present === undefined) sockets.set(key, new Set([connection]))
  else present.add(connection)
}

/** True when that was the key's last one. */
function removeFrom(sockets: Sockets, key: string, connection: SocketConnection): boolean {
  const present = sockets.get(key)
  present?.delete(connection)
  if (present === undefined || present.size > 0) return false
  return sockets.delete(key)
}
