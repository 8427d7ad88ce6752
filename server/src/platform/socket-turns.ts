import type { SocketConnection } from './socket-connection.ts'

/** Snapshots begun between two turns of the event loop: each may take a millisecond or more of the thread that serves calls. */
const SNAPSHOTS_PER_TURN = 2

export interface SocketTurns {
  /**
   * Resolves when a socket may send one snapshot, which it has to do at once: true, or false when the socket has closed
   * meanwhile. What waits is bounded by the number of sockets: each has one subscription and one catching up under way.
   */
  next(connection: Pick<SocketConnection, 'addressKey' | 'isOpen'>): Promise<boolean>
}

interface Waiting {
  connection: Pick<SocketConnection, 'addressKey' | 'isOpen'>
  resolve(isOpen: boolean): void
}

/**
 * One queue of snapshots for all sockets of the process, so that no number of sockets that ask at once holds up the calls.
 * Turns go round by address: whoever opens many sockets waits behind themselves, and everybody else behind one of theirs.
 */
export function createSocketTurns(): SocketTurns {
  /** What waits, by address; the address whose turn is next is first. No entry is empty. */
  const lines = new Map<string, Waiting[]>()

  /** The next one that is still open; those that have closed are dropped on the way. */
  function takeNext(): Waiting | undefined {
    for (const [address, line] of lines) {
      lines.delete(address)
      let next = line.shift()
      while (next?.connection.isOpen === false) {
        next.resolve(false)
        next = line.shift()
      }
      if (line.length > 0) lines.set(address, line)
      if (next !== undefined) return next
    }
    return undefined
  }

  function serve(): void {
    for (let served = 0; served < SNAPSHOTS_PER_TURN; served += 1) takeNext()?.resolve(true)
    if (lines.size > 0) setImmediate(serve)
  }

  return {
    next(connection) {
      return new Promise((resolve) => {
        if (lines.size === 0) setImmediate(serve)
        const line = lines.get(connection.addressKey)
        if (line === undefined) lines.set(connection.addressKey, [{ connection, resolve }])
        else line.push({ connection, resolve })
      })
    },
  }
}
