import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { Bus } from './bus.ts'
import type { BusTrouble } from './memory-bus.ts'
import { createSubjectTable } from './subject-table.ts'

type ThreadMessage =
  | { kind: 'publish'; subject: string; payload: unknown }
  | { kind: 'subscribe' | 'unsubscribe'; subject: string }

/**
 * Bus between the two threads at the ends of a message channel. What one end publishes is delivered to its own
 * subscribers, and to the other end when it has subscribed; nothing is lost as long as both live. A subscription holds
 * for everything that is published after it was made, by either end.
 */
export function createThreadBus(port: MessagePort, onTrouble: BusTrouble): Bus {
  const table = createSubjectTable(onTrouble)
  const peer = createSubjectTable(onTrouble)
  const peerCancels = new Map<string, () => void>()
  const counts = new Map<string, number>()
  let open = true

  const deliver = (subject: string, payload: unknown): void => {
    if (table.has(subject)) queueMicrotask(() => table.deliver(subject, payload))
  }
  const send = (message: ThreadMessage): void => port.postMessage(message)
  const receive = (message: ThreadMessage): void => {
    if (message.kind === 'publish') deliver(message.subject, message.payload)
    else if (message.kind === 'subscribe')
      peerCancels.set(message.subject, peer.subscribe(message.subject, ignore))
    else peerCancels.get(message.subject)?.()
  }
  /** Whether the other end wants it, by all it has said up to this moment. */
  const doesPeerWant = (subject: string): boolean => {
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port))
      receive(next.message as ThreadMessage)
    return peer.has(subject)
  }
  port.on('message', receive)
  return {
    publish(subject, payload) {
      if (!open) return
      deliver(subject, payload)
      if (doesPeerWant(subject)) send({ kind: 'publish', subject, payload })
    },
    mayReach: (subject) => open && (table.has(subject) || doesPeerWant(subject)),
    onMissed: () => () => {},
    subscribe(subject, handle) {
      const cancel = table.subscribe(subject, handle)
      const count = counts.get(subject) ?? 0
      counts.set(subject, count + 1)
      if (count === 0 && open) send({ kind: 'subscribe', subject })
      let isCancelled = false
      return () => {
        if (isCancelled) return
        isCancelled = true
        cancel()
        const left = (counts.get(subject) ?? 1) - 1
        if (left > 0) counts.set(subject, left)
        else {
          counts.delete(subject)
          if (open) send({ kind: 'unsubscribe', subject })
        }
      }
    },
    close: async () => {
      open = false
      port.close()
    },
  }
}

function ignore(): void {}
