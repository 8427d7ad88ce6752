import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withMost } from './give-way.ts'

/** A smaller answer fits into what a connection holds anyway. */
const COUNTED_FROM_BYTES = 16 * 1024

export interface UnreadLimits {
  /** Of one address, and of all, in bytes. */
  perAddress: number
  total: number
}

interface Answer {
  owner: string
  bytes: number
  socket: { destroy(): void }
}

const bytesOf = (payload: unknown): number => {
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  return payload instanceof Uint8Array ? payload.byteLength : 0
}

/**
 * Bounds what a process holds of answers that callers do not read: beyond a bound the oldest connection of whoever holds
 * most is cut off. Files that are sent as streams hold little, and are not counted. `ownerOf`: whose an answer is.
 */
export function limitUnread(
  app: FastifyInstance,
  limits: UnreadLimits,
  ownerOf: (request: FastifyRequest) => string,
): void {
  /** The oldest first. */
  const unread = new Set<Answer>()
  const heldBy = new Map<string, number>()
  let total = 0

  function count({ owner, bytes }: Answer, sign: 1 | -1): void {
    total += sign * bytes
    const held = (heldBy.get(owner) ?? 0) + sign * bytes
    if (held > 0) heldBy.set(owner, held)
    else heldBy.delete(owner)
  }

  function drop(answer: Answer): void {
    if (unread.delete(answer)) count(answer, -1)
  }

  function cutOldestOf(owner: string | null): void {
    for (const answer of unread) {
      if (answer.owner !== owner) continue
      drop(answer)
      answer.socket.destroy()
      return
    }
  }

  function hold(reply: FastifyReply, answer: Answer): void {
    unread.add(answer)
    count(answer, 1)
    reply.raw.once('close', () => drop(answer))
    while ((heldBy.get(answer.owner) ?? 0) > limits.perAddress) cutOldestOf(answer.owner)
    while (total > limits.total) cutOldestOf(withMost(heldBy))
  }

  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = bytesOf(payload)
    if (bytes >= COUNTED_FROM_BYTES)
      hold(reply, { owner: ownerOf(request), bytes, socket: request.raw.socket })
    done(null, payload)
  })
}
