import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { Config } from './config.ts'
import type { EngineCall, EngineMessage, EngineRequest, EngineThreadOptions } from './engine-messages.ts'
import type { Bus } from './platform/bus.ts'
import type { MetricValues } from './platform/metrics.ts'
import type { OpenDatabase } from './platform/open-database.ts'
import { createThreadBus } from './platform/thread-bus.ts'

/** A thread that has sent nothing for so long stands still. Real time; it sends twice a second. */
const SILENT_MAX_MS = 5_000

/** What failed in the engine's thread, as the thread has told it. */
export class EngineThreadError extends Error {
  readonly isOperatorError: boolean

  constructor({ message, stack, isOperatorError }: Extract<EngineMessage, { kind: 'failure' }>) {
    super(message)
    this.name = 'EngineThreadError'
    this.isOperatorError = isOperatorError
    if (stack !== undefined) this.stack = stack
  }
}

export interface EngineHost {
  /** The bus this end of the process shares with the engine; null: both are on NATS. */
  bus: Bus | null
  start(database: OpenDatabase): Promise<void>
  stop(): Promise<void>
  /** Throws when the engine's thread stands still, or its price log does. */
  check(): void
  metricValues(): Promise<MetricValues>
  atRest(work: () => Promise<void>): Promise<void>
}

interface HostOptions {
  config: Config
  /** Of this process's own handlers of messages. */
  onBusTrouble: (error: unknown, subject: string) => void
  /** The thread has died: nothing writes prices or settles any more, the process should end. */
  onLost: (error: Error) => void
}

interface Pending {
  resolve(metrics: MetricValues | undefined): void
  reject(error: Error): void
}

/**
 * Runs the engine in a thread of its own, so that prices and settlement go on however busy strangers keep the serving
 * thread. The threads share what processes share: the database, whose statements either may wait for, and the bus.
 */
export function createEngineHost({ config, onBusTrouble, onLost }: HostOptions): EngineHost {
  const channel = config.natsUrl === null ? new MessageChannel() : null
  const bus = channel === null ? null : createThreadBus(channel.port1, onBusTrouble)
  const worker = new Worker(new URL('./engine-thread.mjs', import.meta.url), {
    workerData: { config, bus: channel?.port2 ?? null } satisfies EngineThreadOptions,
    transferList: channel === null ? [] : [channel.port2],
  })
  const pending = new Map<number, Pending>()
  let isStarted = false
  let nextId = 1
  let isStopping = false
  let lost: Error | null = null
  let lastMessageAtMs = 0
  let feedError: string | null = null

  const fail = (error: Error): void => {
    if (lost !== null) return
    lost = error
    for (const waiting of pending.values()) waiting.reject(error)
    pending.clear()
    if (!isStopping) onLost(error)
  }
  const receive = (message: EngineMessage): void => {
    lastMessageAtMs = performance.now()
    if (message.kind === 'health') {
      feedError = message.feedError
      return
    }
    const waiting = pending.get(message.id)
    pending.delete(message.id)
    if (message.kind === 'answer') waiting?.resolve(message.metrics)
    else waiting?.reject(new EngineThreadError(message))
  }
  worker.on('message', receive)
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', (code) => fail(new Error(`the engine's thread ended with code ${code}`)))
  const request = (call: EngineCall, transfer: MessagePort[] = []): Promise<MetricValues | undefined> =>
    new Promise((resolve, reject) => {
      if (lost !== null || !isStarted) {
        reject(lost ?? new Error('the engine was not started'))
        return
      }
      const id = nextId++
      pending.set(id, { resolve, reject })
      worker.postMessage({ id, ...call } satisfies EngineRequest, transfer)
    })

  return {
    bus,
    async start({ connectThread }) {
      isStarted = true
      const database = connectThread?.() ?? null
      await request({ op: 'start', database }, database === null ? [] : [database])
    },
    async stop() {
      if (!isStarted || lost !== null) return
      isStopping = true
      try {
        await request({ op: 'stop' })
      } finally {
        await worker.terminate()
      }
    },
    check() {
      if (performance.now() - lastMessageAtMs > SILENT_MAX_MS) throw new Error('the engine does not answer')
      if (feedError !== null) throw new Error(feedError)
    },
    metricValues: async () => (await request({ op: 'metrics' })) ?? [],
    async atRest(work) {
      await request({ op: 'rest' })
      try {
        await work()
      } finally {
        await request({ op: 'resume' })
      }
    },
  }
}
