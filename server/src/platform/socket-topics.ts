import type { Channel, ServerMessage } from '@truestrike/protocol/frames.ts'
import type { Log } from './log.ts'
import type { LoopTurns } from './loop-turns.ts'
import type { SocketConnection, SocketTopic } from './socket-connection.ts'
import { textFrame } from './socket-frame.ts'
import type { ChannelDefinition } from './socket-hub.ts'

/** How often skipped clients are looked at, in real time. */
const DRAIN_LOOK_MS = 50

export interface SocketTopics {
  define(definition: ChannelDefinition): void
  definition(channel: Channel): ChannelDefinition | undefined
  find(channel: Channel, key: string): SocketTopic | undefined
  join(definition: ChannelDefinition, key: string, connection: SocketConnection): SocketTopic
  leave(topic: SocketTopic, connection: SocketConnection): void
  leaveAll(connection: SocketConnection): void
  broadcast(channel: Channel, key: string, message: ServerMessage): void
  close(): void
}

export interface SocketTopicsOptions {
  log: Log
  turns: LoopTurns
  /** Told how many clients a broadcast left out. */
  onSkipped(count: number): void
}

export function createSocketTopics(options: SocketTopicsOptions): SocketTopics {
  const definitions = new Map<Channel, ChannelDefinition>()
  const topics = new Map<string, SocketTopic>()
  const lagging = createLaggingClients(options)
  const nameOf = (channel: Channel, key: string): string => `${channel} ${key}`

  const leave = (topic: SocketTopic, connection: SocketConnection): void => {
    topic.members.delete(connection)
    connection.topics.delete(topic)
    connection.skipped?.delete(topic)
    const name = nameOf(topic.definition.channel, topic.key)
    if (topic.members.size === 0 && topics.get(name) === topic) topics.delete(name)
  }

  return {
    define: (definition) => void definitions.set(definition.channel, definition),
    definition: (channel) => definitions.get(channel),
    find: (channel, key) => topics.get(nameOf(channel, key)),
    join(definition, key, connection) {
      const name = nameOf(definition.channel, key)
      const topic = topics.get(name) ?? { definition, key, members: new Set() }
      topics.set(name, topic)
      topic.members.add(connection)
      connection.topics.add(topic)
      return topic
    },
    leave,
    leaveAll(connection) {
      for (const topic of [...connection.topics]) leave(topic, connection)
      lagging.forget(connection)
    },
    broadcast(channel, key, message) {
      const topic = topics.get(nameOf(channel, key))
      if (topic === undefined) return
      const frame = textFrame(message)
      let skipped = 0
      for (const connection of topic.members) {
        if (connection.offer(topic, frame)) continue
        skipped++
        lagging.note(connection, topic)
      }
      if (skipped > 0) options.onSkipped(skipped)
    },
    close: () => lagging.close(),
  }
}

/** Clients that were left out, until they have read what they had and were caught up. */
function createLaggingClients({ log, turns }: SocketTopicsOptions) {
  const clients = new Set<SocketConnection>()
  let timer: NodeJS.Timeout | null = null

  /** Until its turn comes a topic stays left out: the snapshot has what it lacks. */
  const catchUp = async (connection: SocketConnection): Promise<void> => {
    for (const topic of [...(connection.skipped ?? [])]) {
      if (!(await turns.next(connection.addressKey, () => connection.isOpen))) return
      // It may have been left, or subscribed to again, meanwhile.
      if (connection.skipped?.delete(topic) !== true) continue
      try {
        connection.beginJoin(topic)
        await topic.definition.onDrained?.(connection, topic.key)
        connection.endJoin(topic)
      } catch (error) {
        log.warn({ err: error, channel: topic.definition.channel }, 'a slow client could not be caught up')
        connection.socket.terminate()
      }
    }
  }
  const look = (): void => {
    for (const connection of clients) {
      if (!connection.isDrained && connection.isOpen) continue
      clients.delete(connection)
      void catchUp(connection)
    }
    if (clients.size === 0 && timer !== null) {
      clearInterval(timer)
      timer = null
    }
  }
  return {
    note(connection: SocketConnection, topic: SocketTopic): void {
      connection.skipped ??= new Set()
      if (connection.skipped.has(topic)) return
      connection.skipped.add(topic)
      clients.add(connection)
      timer ??= setInterval(look, DRAIN_LOOK_MS)
    },
    forget: (connection: SocketConnection): void => void clients.delete(connection),
    close(): void {
      if (timer !== null) clearInterval(timer)
      timer = null
    },
  }
}
