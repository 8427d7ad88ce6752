import type { Socket } from 'node:net'
import type { ServerMessage } from '@truestrike/protocol/frames.ts'
import type { Locale } from '@truestrike/protocol/messages/locales.ts'
import type { WebSocket } from 'ws'
import type { RequestInfo, UserPrincipal } from './route.ts'
import { textFrame, textFrameOf } from './socket-frame.ts'
import type { ChannelDefinition, SocketClient } from './socket-hub.ts'

export type SocketPath = '/ws' | '/trade'

/** One stream: a channel and its key. */
export interface SocketTopic {
  readonly definition: ChannelDefinition
  readonly key: string
  readonly members: Set<SocketConnection>
}

/** A client with more than this unsent is skipped by broadcasts. */
const SKIP_ABOVE_BYTES = 16 * 1024
/** Answers to its own requests may fill this much; a client that reads nothing of it is let go. */
const UNSENT_BYTES_MAX = 4 * 1024 * 1024
/** Frames kept for a client whose snapshot is still being made. */
const JOINING_FRAMES_MAX = 64

/** One socket. Kept small: ten thousand of them are open at once. */
export class SocketConnection implements SocketClient {
  readonly id: number
  readonly path: SocketPath
  readonly info: RequestInfo
  readonly socket: WebSocket
  readonly raw: Socket
  readonly addressKey: string
  readonly topics: Set<SocketTopic> = new Set()
  user: UserPrincipal | null = null
  /** Answered the last ping, or said anything since. */
  isAlive = true
  windowStartMs = 0
  messagesInWindow = 0
  /** It sent too much: nothing more of it is heard. */
  isCutOff = false
  /** Messages waiting behind one that is being carried out. */
  waiting: unknown[] | null = null
  /** Topics that skipped this client. */
  skipped: Set<SocketTopic> | null = null
  /** Goes out before the first answer of the subscription being made. */
  acknowledgement: ServerMessage | null = null
  /** Frames that wait until the snapshot of their topic is out. */
  private joining: Map<SocketTopic, { frames: Buffer[]; snapshots: number }> | null = null

  constructor(
    id: number,
    path: SocketPath,
    info: RequestInfo,
    socket: WebSocket,
    raw: Socket,
    addressKey: string,
  ) {
    this.id = id
    this.path = path
    this.info = info
    this.socket = socket
    this.raw = raw
    this.addressKey = addressKey
  }

  get locale(): Locale {
    return this.info.locale
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN && this.raw.writable
  }

  /** Nothing is unsent. */
  get isDrained(): boolean {
    return this.raw.writableLength === 0
  }

  /** What a module says to this client. */
  send(message: ServerMessage): void {
    this.flushAcknowledgement()
    this.reply(message)
  }

  sendText(json: string): void {
    this.flushAcknowledgement()
    this.write(textFrameOf(json))
  }

  /** Apart from any subscription under way. */
  reply(message: ServerMessage): void {
    this.write(textFrame(message))
  }

  flushAcknowledgement(): void {
    const first = this.acknowledgement
    this.acknowledgement = null
    if (first !== null) this.reply(first)
  }

  /** Bytes of a frame to this client alone: never skipped. */
  write(frame: Buffer): void {
    if (!this.isOpen) return
    if (this.raw.writableLength > UNSENT_BYTES_MAX) this.socket.terminate()
    else this.raw.write(frame)
  }

  /** Resolves when it has read most of what it was sent, or is gone: nobody may ask faster than he reads. */
  async whenRead(): Promise<void> {
    while (this.isOpen && this.raw.writableLength > SKIP_ABOVE_BYTES) {
      await new Promise<void>((resolve) => {
        const done = (): void => {
          this.raw.off('drain', done)
          this.raw.off('close', done)
          resolve()
        }
        this.raw.on('drain', done)
        this.raw.on('close', done)
      })
    }
  }

  /** It has subscribed to the topic and was left out of none of its frames since the last snapshot. */
  isFollowing(topic: SocketTopic): boolean {
    return this.topics.has(topic) && this.skipped?.has(topic) !== true
  }

  /** Bytes of a shared frame; false when the client is too slow and was left out. */
  offer(topic: SocketTopic, frame: Buffer): boolean {
    const waiting = this.joining?.get(topic)
    if (waiting !== undefined) return keepFrame(waiting.frames, frame)
    if (this.skipped?.has(topic) === true || this.raw.writableLength > SKIP_ABOVE_BYTES) return false
    if (this.isOpen) this.raw.write(frame)
    return true
  }

  /** From here until `endJoin` the topic's frames wait: the snapshot goes first, and the last of several. */
  beginJoin(topic: SocketTopic): void {
    this.joining ??= new Map()
    const waiting = this.joining.get(topic)
    if (waiting === undefined) this.joining.set(topic, { frames: [], snapshots: 1 })
    else waiting.snapshots++
  }

  endJoin(topic: SocketTopic): void {
    const waiting = this.joining?.get(topic)
    if (waiting === undefined || --waiting.snapshots > 0) return
    this.joining?.delete(topic)
    if (this.joining?.size === 0) this.joining = null
    for (const frame of waiting.frames) this.write(frame)
  }
}

function keepFrame(frames: Buffer[], frame: Buffer): boolean {
  if (frames.length >= JOINING_FRAMES_MAX) return false
  frames.push(frame)
  return true
}
