import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import type { Bus } from './bus.ts'
import type { BusTrouble } from './memory-bus.ts'
import { createSubjectTable } from './subject-table.ts'

export interface NatsBusOptions {
  url: string
  /** First token of all subjects: installations that share a NATS server do not hear each other. */
  prefix: string
  onTrouble: BusTrouble
  /** The connection was lost or is back. */
  onConnection: (connected: boolean) => void
}

/** How long the first connection may take. */
const CONNECT_TIMEOUT_MS = 5_000
const RECONNECT_WAIT_MS = 500
const RECONNECT_JITTER_MS = 500
/** Peers are pinged this often; two missed answers end the connection. */
const PING_EVERY_MS = 5_000
/** While the connection is lost, listeners look at the database this often. Real time. */
const MISSED_AGAIN_MS = 30_000
/** A process that is back tells the others that they missed what it has published meanwhile. */
const PEER_IS_BACK = 'bus.peer-is-back'

/**
 * Bus between processes over NATS core: at most once, in order for each publisher. The own listeners are told directly,
 * with or without NATS, which gives no process its own messages back.
 */
export async function connectNatsBus(options: NatsBusOptions): Promise<Bus> {
  const { prefix, onTrouble } = options
  const connection = await connect({
    servers: options.url,
    name: 'truestrike',
    noEcho: true,
    timeout: CONNECT_TIMEOUT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_WAIT_MS,
    reconnectJitter: RECONNECT_JITTER_MS,
    pingInterval: PING_EVERY_MS,
    maxPingOut: 2,
  })
  const hear = createHearing(connection, options)
  const table = createSubjectTable(onTrouble)
  const subjects = createSubjects((subject) =>
    hear(subject, (heard, payload) => table.deliverTo(subject, heard, payload)),
  )
  const missed = createMissed(onTrouble)
  let isOpen = true
  let isConnected = true

  const send = (subject: string, payload: unknown): void =>
    connection.publish(`${prefix}.${subject}`, JSON.stringify(payload))

  hear(PEER_IS_BACK, () => missed.tell())
  void watchConnection(connection, options, async (connected) => {
    isConnected = connected
    missed.repeat(!connected)
    if (!connected) return
    // When this is answered the server has all subscriptions again: what comes after is heard.
    await connection.flush()
    send(PEER_IS_BACK, null)
    missed.tell()
  })
  return {
    publish(subject, payload) {
      if (!isOpen) return
      if (table.has(subject)) queueMicrotask(() => table.deliver(subject, payload))
      // Sent late it would be old news, and kept until then it would fill the memory.
      if (isConnected && !connection.isClosed()) send(subject, payload)
    },
    mayReach: (subject) => isOpen && (table.has(subject) || isConnected),
    onMissed: missed.add,
    subscribe(subject, handle) {
      const cancel = table.subscribe(subject, handle)
      subjects.listen(subject)
      let cancelled = false
      return () => {
        if (cancelled) return
        cancelled = true
        cancel()
        subjects.unlisten(subject)
      }
    },
    close: async () => {
      isOpen = false
      missed.repeat(false)
      await (isConnected ? connection.drain() : connection.close())
    },
  }
}

type Hear = (subject: string, handle: (heard: string, payload: unknown) => void) => Subscription

function createHearing(connection: NatsConnection, { prefix, onTrouble }: NatsBusOptions): Hear {
  return (subject, handle) =>
    connection.subscribe(`${prefix}.${subject}`, {
      callback: (error, message) => {
        if (error !== null) {
          onTrouble(error, subject)
          return
        }
        const heard = message.subject.slice(prefix.length + 1)
        try {
          handle(heard, message.json())
        } catch (fault) {
          onTrouble(fault, heard)
        }
      },
    })
}

/** One subscription to NATS for each subject, as long as anybody listens to it. */
function createSubjects(subscribe: (subject: string) => Subscription) {
  const known = new Map<string, { count: number; subscription: Subscription }>()
  return {
    listen(subject: string): void {
      const present = known.get(subject)
      if (present === undefined) known.set(subject, { count: 1, subscription: subscribe(subject) })
      else present.count++
    },
    unlisten(subject: string): void {
      const present = known.get(subject)
      if (present === undefined || --present.count > 0) return
      known.delete(subject)
      present.subscription.unsubscribe()
    },
  }
}

function createMissed(onTrouble: BusTrouble) {
  const handles = new Set<() => void>()
  let timer: NodeJS.Timeout | null = null
  const tell = (): void => {
    for (const handle of handles) {
      try {
        handle()
      } catch (error) {
        onTrouble(error, '')
      }
    }
  }
  return {
    tell,
    /** Tells again and again, or no longer. */
    repeat(on: boolean): void {
      if (timer !== null) clearInterval(timer)
      timer = on ? setInterval(tell, MISSED_AGAIN_MS).unref() : null
    },
    add(handle: () => void): () => void {
      const own = (): void => handle()
      handles.add(own)
      return () => void handles.delete(own)
    },
  }
}

async function watchConnection(
  connection: NatsConnection,
  options: NatsBusOptions,
  onChange: (connected: boolean) => Promise<void>,
): Promise<void> {
  const change = (connected: boolean): void => {
    options.onConnection(connected)
    // Lost again meanwhile: the next time it is back counts.
    onChange(connected).catch(() => {})
  }
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') change(false)
    if (status.type === 'reconnect') change(true)
    if (status.type === 'error') options.onTrouble(status.error, '')
  }
}
