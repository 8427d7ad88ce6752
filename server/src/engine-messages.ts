import type { MessagePort } from 'node:worker_threads'
import type { Config } from './config.ts'
import type { MetricValues } from './platform/metrics.ts'

/** What the engine's thread is made with. */
export interface EngineThreadOptions {
  config: Config
  /** The other end of the bus; null: it connects to NATS. */
  bus: MessagePort | null
}

/** Requests to the engine's thread, each answered once by its `id`. */
export type EngineRequest = { id: number } & EngineCall

export type EngineCall =
  /** With a connection to the embedded database; null: the thread opens its own to PostgreSQL. */
  | { op: 'start'; database: MessagePort | null }
  /** `rest` is answered when the price log rests, and holds it there until `resume` is asked. */
  | { op: 'stop' | 'metrics' | 'rest' | 'resume' }

export type EngineMessage =
  | { kind: 'answer'; id: number; metrics?: MetricValues }
  | { kind: 'failure'; id: number; message: string; stack: string | undefined; isOperatorError: boolean }
  /** Sent regularly: the engine's loop runs; why the price log does not move, or null. */
  | { kind: 'health'; feedError: string | null }
