import type { Channel, ServerMessage } from '@truestrike/protocol/frames.ts'
import type { Locale } from '@truestrike/protocol/messages/locales.ts'
import type { UserPrincipal } from './route.ts'

/** What a client that subscribes has already. */
export interface Resume {
  /** As it says itself. */
  afterSeq: number | null
  epoch: number | null
  /** It was subscribed already, and was left out of no broadcast since its last snapshot. */
  isFollowing: boolean
}

/** One connection as the modules see it. */
export interface SocketClient {
  readonly id: number
  readonly user: UserPrincipal | null
  readonly locale: Locale
  send(message: ServerMessage): void
  /** As `send`, of a message that is JSON already: parts of it may be shared between clients. */
  sendText(json: string): void
}

export interface ChannelDefinition {
  channel: Channel
  /** Which socket carries it. */
  path: '/ws' | '/trade'
  audience: 'public' | 'user'
  /** `symbol`: subscribed per product; `user`: per signed-in user; `all`: one stream for everybody. */
  keyedBy: 'symbol' | 'user' | 'all'
  /** Sends the snapshot; runs before the client gets the first broadcast. */
  onSubscribe(client: SocketClient, key: string, resume: Resume): Promise<void> | void
  /** Frames for the client were skipped as it was slow, or messages between processes lost: send one coalesced catch-up. */
  onDrained?(client: SocketClient, key: string): Promise<void> | void
}

/**
 * The edge of the sockets. Bytes of a broadcast are built once and shared by all subscribers of the key;
 * a client whose buffer is not empty is skipped (the next frame supersedes) and caught up when it drains.
 */
export interface SocketHub {
  define(definition: ChannelDefinition): void
  /** key: the symbol, the user id as text, or `''`. */
  broadcast(channel: Channel, key: string, message: ServerMessage): void
  /** True when anyone listens: lets a publisher skip building frames. */
  hasSubscribers(channel: Channel, key: string): boolean
  /** Ends the sockets of a session (or of all sessions of a user) after telling them why. */
  endSession(match: { sessionId?: bigint; userId?: bigint }, code: string): void
  close(reason: string): Promise<void>
}
