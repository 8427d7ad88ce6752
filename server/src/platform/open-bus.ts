import type { Bus } from './bus.ts'
import type { Log } from './log.ts'
import { type BusTrouble, createMemoryBus } from './memory-bus.ts'

/** NATS was named and does not answer. */
export class BusUnavailableError extends Error {
  constructor(cause: unknown) {
    super(
      `the NATS server of NATS_URL cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
    this.name = 'BusUnavailableError'
  }
}

export interface OpenBus {
  bus: Bus
  /** False while the connection to NATS is lost; always true within one process. */
  isConnected(): boolean
}

/** Logs what a handler of messages throws; the bus goes on with the others. */
export function busTrouble(log: Log): BusTrouble {
  return (error, subject) => log.error({ err: error, subject }, 'a message could not be handled')
}

/** The configured bus: NATS when its address is given, else within this process. Throws `BusUnavailableError`. */
export async function openBus(options: {
  natsUrl: string | null
  prefix: string
  log: Log
  /** Without NATS: the bus that this thread shares with the process's engine; none: this thread is alone. */
  engineBus?: Bus | null
}): Promise<OpenBus> {
  const { natsUrl, prefix, log, engineBus } = options
  const onTrouble = busTrouble(log)
  if (natsUrl === null) return { bus: engineBus ?? createMemoryBus(onTrouble), isConnected: () => true }
  let connected = true
  const onConnection = (now: boolean): void => {
    connected = now
    log.warn({ connected }, 'the connection to NATS has changed')
  }
  try {
    // Its client is a large program, which one process alone has no use for.
    const { connectNatsBus } = await import('./nats-bus.ts')
    const bus = await connectNatsBus({ url: natsUrl, prefix, onTrouble, onConnection })
    return { bus, isConnected: () => connected }
  } catch (error) {
    throw new BusUnavailableError(error)
  }
}
