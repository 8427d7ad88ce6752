import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

export interface PendingAnswers {
  /** Does something once all calls that came over a connection before are answered: at once, or never if it closes first. */
  whenAnswered(socket: Duplex, then: () => void): void
  stop(): void
}

/**
 * The answers each connection still waits for. Node hands a connection over with the first call on it that offers another
 * protocol, although calls before it may still be under way, and puts no answers in order from then on.
 */
export function watchAnswers(server: Server): PendingAnswers {
  const pending = new WeakMap<Duplex, Set<ServerResponse>>()

  const note = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const answers = pending.get(socket) ?? new Set()
    pending.set(socket, answers.add(response))
    response.once('close', () => answers.delete(response))
  }
  // Before whoever answers: an answer may be complete when they return.
  server.prependListener('request', note)

  const whenAnswered = (socket: Duplex, then: () => void): void => {
    const [first] = pending.get(socket) ?? []
    if (first !== undefined) first.once('close', () => whenAnswered(socket, then))
    // An answer may have been the last one of its connection.
    else if (socket.writable) then()
  }
  return { whenAnswered, stop: () => void server.off('request', note) }
}
