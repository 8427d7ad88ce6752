import { WebSocket } from 'ws'

/** The largest frame a source sends is a few kB. */
const FRAME_BYTES_MAX = 1_048_576

/** One connection to an exchange. */
export interface FrameSocket {
  send(text: string): void
  ping(): void
  /** Ends it at once: the peer may be gone, and a closing handshake would wait for it. */
  terminate(): void
}

export interface FrameSocketEvents {
  onOpen(): void
  /** `receivedNs`: when the socket received the frame, as `process.hrtime.bigint()` gave it. */
  onFrame(text: string, receivedNs: bigint): void
  onPong(): void
  /** The exchange answered the upgrade with another status; `retryAfter` is its header. */
  onRefused(status: number, retryAfter: string | undefined): void
  /** It is closed or has failed; may come more than once. */
  onEnd(reason: string): void
}

/** How connections to exchanges are made. */
export interface FrameSockets {
  open(url: string, events: FrameSocketEvents): FrameSocket
  /** Hands over everything that has been received up to now. */
  drain(): void
  stop(): Promise<void>
}

/** Connections whose frames are received by the calling thread. */
export const ownFrameSockets: FrameSockets = {
  open: openFrameSocket,
  drain: () => undefined,
  stop: async () => undefined,
}

export function openFrameSocket(url: string, events: FrameSocketEvents): FrameSocket {
  const ws = new WebSocket(url, { perMessageDeflate: false, maxPayload: FRAME_BYTES_MAX })
  ws.on('open', events.onOpen)
  ws.on('message', (data) => {
    const receivedNs = process.hrtime.bigint()
    events.onFrame(data.toString(), receivedNs)
  })
  ws.on('pong', events.onPong)
  ws.on('unexpected-response', (_request, { statusCode = 0, headers }) =>
    events.onRefused(statusCode, headers['retry-after']),
  )
  ws.on('close', (code) => events.onEnd(`closed with ${code}`))
  ws.on('error', (error) => events.onEnd(error.message))
  return { send: (text) => ws.send(text), ping: () => ws.ping(), terminate: () => ws.terminate() }
}
