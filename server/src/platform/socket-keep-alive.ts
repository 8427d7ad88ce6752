import type { SocketConnection } from './socket-connection.ts'
import { pingFrame } from './socket-frame.ts'

const PING_EVERY_MS = 30_000
/** The sockets are pinged in this many parts, so that ten thousand pings do not fall on one moment. */
const PARTS = 30

/** Pings every socket once a period and ends those that said nothing since the last ping. Returns its stop. */
export function startKeepAlive(
  connections: ReadonlySet<SocketConnection>,
  pingEveryMs = PING_EVERY_MS,
): () => void {
  let part = 0
  const timer = setInterval(() => {
    part = (part + 1) % PARTS
    for (const connection of connections) {
      if (connection.id % PARTS !== part) continue
      if (!connection.isAlive) {
        connection.socket.terminate()
        continue
      }
      connection.isAlive = false
      connection.write(pingFrame)
    }
  }, pingEveryMs / PARTS)
  timer.unref()
  return () => clearInterval(timer)
}
