import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { DbError, type DbFault, DbUnavailableError, toDbFault } from './db-error.ts'
import { type EngineOptions, openPgliteEngine, type PgliteEngine } from './pglite-engine.ts'
import type { WireValue } from './sql-values.ts'

export type EngineCall =
  | { op: 'query'; text: string; params: readonly WireValue[] }
  | { op: 'exec'; text: string }
  | { op: 'begin' }
  | { op: 'commit' }
  | { op: 'rollback' }
  | { op: 'syncCount' }
  | { op: 'dump' }
  | { op: 'close' }

export type WorkerCall = EngineCall & { id: number }
export type WorkerAnswer = { id: number; value: unknown } | { id: number; fault: DbFault }
/** Lets another thread use the database through the other end of `port`. */
export interface ConnectMessage {
  port: MessagePort
}

export async function carryOut(engine: PgliteEngine, call: EngineCall): Promise<unknown> {
  switch (call.op) {
    case 'query':
      return engine.query(call.text, call.params)
    case 'exec':
      return engine.exec(call.text)
    case 'begin':
      return engine.exec('BEGIN')
    case 'commit':
      return engine.exec('COMMIT')
    case 'rollback':
      return engine.exec('ROLLBACK')
    case 'syncCount':
      return engine.syncCount()
    case 'dump':
      return engine.dump()
    case 'close':
      return engine.close()
  }
}

/** Calls are carried out one after another, in the order in which they were sent. */
export interface EngineTransport {
  send(call: EngineCall): Promise<unknown>
}

/** A transport that other threads can share. */
export interface SharedTransport extends EngineTransport {
  /** One end of a new connection, to be transferred to another thread. */
  connect(): MessagePort
}

/**
 * A disk that is full breaks the engine off in the middle of its own log: some statements after it would never end. What
 * was acknowledged is safe, and the next start finds it.
 */
const DISK_FULL = '53100'

/** Statements waiting for the engine at most; more than that means it cannot follow. */
const PENDING_CALLS_MAX = 20_000

interface Pending {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** Engine in a worker thread, so that its work never blocks this thread's event loop. */
export async function openWorkerTransport(
  workerFile: URL,
  options: EngineOptions,
  onLost: (error: Error) => void,
): Promise<SharedTransport> {
  const worker = new Worker(workerFile, { workerData: options })
  const calls = createCalls((call) => worker.postMessage(call), onLost)
  worker.on('message', calls.answered)
  worker.on('error', calls.fail)
  worker.on('exit', (code) => calls.fail(new Error(`worker thread ended with code ${code}`)))
  await calls.opened
  return {
    send: calls.send,
    connect() {
      const { port1, port2 } = new MessageChannel()
      worker.postMessage({ port: port2 } satisfies ConnectMessage, [port2])
      return port1
    },
  }
}

/** The engine of another thread, over a port that `SharedTransport.connect` has given. */
export async function openPortTransport(
  port: MessagePort,
  onLost: (error: Error) => void,
): Promise<EngineTransport> {
  const calls = createCalls((call) => port.postMessage(call), onLost)
  port.on('message', calls.answered)
  port.on('close', () => calls.fail(new Error('the thread of the database has closed the connection')))
  await calls.opened
  return {
    send(call) {
      // The database itself is closed by the thread that opened it.
      if (call.op !== 'close') return calls.send(call)
      calls.close()
      port.close()
      return Promise.resolve(undefined)
    },
  }
}

/** Calls to a worker that answers each by its id; id 0 says that it is ready. */
function createCalls(post: (call: WorkerCall) => void, onLost: (error: Error) => void) {
  const pending = new Map<number, Pending>()
  let nextId = 1
  let lost: Error | null = null
  let closing = false
  const opened = new Promise<unknown>((resolve, reject) => pending.set(0, { resolve, reject }))
  const fail = (cause: unknown): void => {
    if (lost !== null) return
    const wasOpen = !pending.has(0)
    lost = new DbUnavailableError('the embedded database has stopped', cause)
    for (const waiting of pending.values()) waiting.reject(lost)
    pending.clear()
    if (wasOpen && !closing) onLost(lost)
  }
  return {
    opened,
    fail,
    /** What the worker ends from now on was asked for. */
    close(): void {
      closing = true
    },
    answered(answer: WorkerAnswer): void {
      const waiting = pending.get(answer.id)
      pending.delete(answer.id)
      if ('fault' in answer) {
        const error = new DbError(answer.fault)
        waiting?.reject(error)
        if (error.code === DISK_FULL) fail(error)
      } else waiting?.resolve(answer.value)
    },
    send(call: EngineCall): Promise<unknown> {
      if (lost !== null) return Promise.reject(lost)
      if (pending.size >= PENDING_CALLS_MAX) {
        return Promise.reject(new DbUnavailableError('too many statements wait for the database'))
      }
      if (call.op === 'close') closing = true
      const id = nextId++
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject })
        post({ ...call, id })
      })
    },
  }
}

/** Engine in this very thread: for tests in memory, where a thread each would cost more than it gives. */
export async function openLocalTransport(options: EngineOptions): Promise<EngineTransport> {
  const engine = await openPgliteEngine(options)
  let last: Promise<unknown> = Promise.resolve()
  return {
    send(call) {
      const result = last
        .then(() => carryOut(engine, call))
        .catch((error: unknown) => {
          throw new DbError(toDbFault(error))
        })
      last = result.catch(() => undefined)
      return result
    },
  }
}
