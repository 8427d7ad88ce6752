import type { Bus } from './bus.ts'
import type { Cancel, Clock } from './clock.ts'
import type { Authenticators } from './http-identity.ts'
import type { Log } from './log.ts'
import type { SocketConnection } from './socket-connection.ts'
import type { SocketUsers } from './socket-users.ts'

/** Sessions one query asks for, and sockets that get their snapshots at once. */
export const SESSIONS_PER_QUERY = 1_000
const SOCKETS_AT_ONCE = 16
const AGAIN_AFTER_MS = 1_000

interface Parts {
  bus: Bus
  clock: Clock
  log: Log
  authenticators: Authenticators
  users: SocketUsers
  connections: ReadonlySet<SocketConnection>
  endSession(sessionId: string): void
}

/**
 * When messages of other processes may have been lost, the database is asked instead: sockets of sessions that have ended
 * are closed first, then every user's streams begin anew with a snapshot. Tried until it has worked.
 */
export function startSocketCatchUp(parts: Parts): Cancel {
  const { bus, clock, log } = parts
  let running = false
  let again = false
  let stopped = false

  const run = async (): Promise<void> => {
    if (running) {
      again = true
      return
    }
    running = true
    try {
      do {
        again = false
        await endSessions(parts)
        await sendSnapshots(parts)
      } while (again && !stopped)
    } catch (error) {
      log.warn({ err: error }, 'sockets could not be caught up and will be again')
      clock.after(AGAIN_AFTER_MS, () => void run())
    } finally {
      running = false
    }
  }
  const stop = bus.onMissed(() => void run())
  return () => {
    stopped = true
    stop()
  }
}

/** Closes the sockets of sessions that have ended, by what the database knows of them. */
export async function endSessions({
  authenticators,
  users,
  endSession,
}: Pick<Parts, 'authenticators' | 'users' | 'endSession'>): Promise<void> {
  const ids = users.sessionIds()
  for (let at = 0; at < ids.length; at += SESSIONS_PER_QUERY) {
    const asked = ids.slice(at, at + SESSIONS_PER_QUERY).map(BigInt)
    for (const id of (await authenticators.user?.listEnded(asked)) ?? []) endSession(id.toString())
  }
}

async function sendSnapshots({ connections }: Parts): Promise<void> {
  const signedIn = [...connections].filter((connection) => connection.user !== null)
  for (let at = 0; at < signedIn.length; at += SOCKETS_AT_ONCE) {
    await Promise.all(signedIn.slice(at, at + SOCKETS_AT_ONCE).map(sendOwn))
  }
}

async function sendOwn(connection: SocketConnection): Promise<void> {
  for (const topic of [...connection.topics]) {
    if (topic.definition.audience !== 'user') continue
    if (!connection.isOpen || !connection.topics.has(topic)) continue
    connection.beginJoin(topic)
    try {
      await topic.definition.onDrained?.(connection, topic.key)
    } finally {
      connection.endJoin(topic)
    }
  }
}
