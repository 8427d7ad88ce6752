import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Judgement } from './cross-check.ts'
import type { FrameSockets } from './frame-socket.ts'

/** What every source of an exchange's prices works with. */
export interface SourceOptions {
  /** WebSocket address or base, without a slash at its end. */
  streamUrl: string
  clock: Clock
  log: Log
  random: () => number
  sockets: FrameSockets
  /** Told of each price. */
  guard: (productId: number, price: bigint) => Judgement
}
