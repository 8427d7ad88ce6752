import { Worker } from 'node:worker_threads'
import { DbError, type DbFault, DbUnavailableError, toDbFault } from './db-error.ts'
import { type EngineOptions, openPgliteEngine, type PgliteEngine } from './pglite-engine.ts'
import type { WireValue } from './sql-values.ts'

export type EngineCall =
  | { op: 'query'; text: string; params: readonly WireValue[] }
  | { op: 'exec'; text: string }
  | { op: 'syncCount' }
  | { op: 'dump' }
  | { op: 'close' }

export type WorkerCall = EngineCall & { id: number }
export type WorkerAnswer = { id: number; value: unknown } | { id: number; fault: DbFault }

export async function carryOut(engine: PgliteEngine, call: EngineCall): Promise<unknown> {
  switch (call.op) {
    case 'query':
      return engine.query(call.text, call.params)
    case 'exec':
      return engine.exec(call.text)
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
): Promise<EngineTransport> {
  const worker = new Worker(workerFile, { workerData: options })
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
  worker.on('message', (answer: WorkerAnswer) => {
    const waiting = pending.get(answer.id)
    pending.delete(answer.id)
    if ('fault' in answer) {
      const error = new DbError(answer.fault)
      waiting?.reject(error)
      if (error.code === DISK_FULL) fail(error)
    } else waiting?.resolve(answer.value)
  })
  worker.on('error', fail)
  worker.on('exit', (code) => fail(new Error(`worker thread ended with code ${code}`)))

  await opened
  return {
    send(call) {
      if (lost !== null) return Promise.reject(lost)
      if (pending.size >= PENDING_CALLS_MAX) {
        return Promise.reject(new DbUnavailableError('too many statements wait for the database'))
      }
      if (call.op === 'close') closing = true
      const id = nextId++
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject })
        worker.postMessage({ ...call, id } satisfies WorkerCall)
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
