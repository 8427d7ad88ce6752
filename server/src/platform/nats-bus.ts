import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { Bus } from './bus.ts'
import type { BusTrouble } from './memory-bus.ts'
import { createSubjectTable } from './subject-table.ts'

export interface NatsBusOptions {
  url: string
  /** First token of all subjects: installations that share a NATS server do not hear each other. */
  prefix: string
  onTrouble: BusTrouble
  /** The connection was lost or is back; listeners read the database again when it is back. */
  onConnection: (connected: boolean) => void
}

/** How long the first connection may take. */
const CONNECT_TIMEOUT_MS = 5_000
const RECONNECT_WAIT_MS = 500
const RECONNECT_JITTER_MS = 500
/** Peers are pinged this often; two missed answers end the connection. */
const PING_EVERY_MS = 5_000

/**
 * Bus between processes over NATS core: at most once, in order for each publisher. One subscription to NATS for each
 * subject, however many handlers listen here. Messages published while disconnected are lost, as the port allows.
 */
export async function connectNatsBus(options: NatsBusOptions): Promise<Bus> {
  const connection = await connect({
    servers: options.url,
    name: 'truestrike',
    timeout: CONNECT_TIMEOUT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_WAIT_MS,
    reconnectJitter: RECONNECT_JITTER_MS,
    pingInterval: PING_EVERY_MS,
    maxPingOut: 2,
  })
  void watchConnection(connection, options)
  const table = createSubjectTable(options.onTrouble)
  const listeners = new Map<string, { count: number; end: () => void }>()

  const listen = (subject: string): void => {
    const known = listeners.get(subject)
    if (known !== undefined) {
      known.count++
      return
    }
    const subscription = connection.subscribe(`${options.prefix}.${subject}`, {
      callback: (error, message) => {
        if (error !== null) {
          options.onTrouble(error, subject)
          return
        }
        const heard = message.subject.slice(options.prefix.length + 1)
        try {
          table.deliverTo(subject, heard, message.json())
        } catch (fault) {
          options.onTrouble(fault, heard)
        }
      },
    })
    listeners.set(subject, { count: 1, end: () => subscription.unsubscribe() })
  }
  const unlisten = (subject: string): void => {
    const known = listeners.get(subject)
    if (known === undefined || --known.count > 0) return
    listeners.delete(subject)
    known.end()
  }
  return {
    publish(subject, payload) {
      if (connection.isClosed()) return
      connection.publish(`${options.prefix}.${subject}`, JSON.stringify(payload))
    },
    mayReach: () => !connection.isClosed(),
    subscribe(subject, handle) {
      const cancel = table.subscribe(subject, handle)
      listen(subject)
      let cancelled = false
      return () => {
        if (cancelled) return
        cancelled = true
        cancel()
        unlisten(subject)
      }
    },
    close: () => connection.drain(),
  }
}

async function watchConnection(connection: NatsConnection, options: NatsBusOptions): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') options.onConnection(false)
    if (status.type === 'reconnect') options.onConnection(true)
    if (status.type === 'error') options.onTrouble(status.error, '')
  }
}
