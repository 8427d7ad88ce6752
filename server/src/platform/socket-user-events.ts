import type { ServerMessage } from '@truestrike/protocol/frames.ts'
import type { SocketTopics } from './socket-topics.ts'

/** Bus subject of what one user is told. */
export function subjectOf(userId: bigint): string {
  return `user.${userId}`
}

/**
 * Bus subject `user.{userId}` → the user's own streams: contracts to `contracts`, balances and notices to `user`.
 * Payloads are server messages as they go out, but contracts carry no `snapshot`: on the bus they are always changes.
 */
export function forwardUserEvent(topics: SocketTopics, userId: string, payload: unknown): void {
  const event = payload as ServerMessage
  switch (event?.type) {
    case 'contracts':
      topics.broadcast('contracts', userId, { ...event, snapshot: false })
      break
    case 'balances':
    case 'notices':
      topics.broadcast('user', userId, event)
  }
}
