import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync } from 'node:fs'
import type { MessagePort } from 'node:worker_threads'
import type { MemoryFS } from '@electric-sql/pglite'
import type { Db, SqlValue, Tx } from './db.ts'
import { CommitUnknownError, DbError, DbUnavailableError } from './db-error.ts'
import {
  type EngineTransport,
  openLocalTransport,
  openPortTransport,
  openWorkerTransport,
  type SharedTransport,
} from './pglite-transport.ts'
import { toWireValue } from './sql-values.ts'
import { createTurnQueue } from './turn-queue.ts'

export interface PgliteOptions {
  /** Folder of the database (its parent must exist and be locked by the caller), or in memory without one. */
  dataDir?: string
  /** Bundle of `pglite-worker.ts`; beside this file in the built server. */
  workerFile?: URL
  sharedBuffersMb?: number
  /** Tar archive of a database folder to start from when there is none yet. */
  template?: Blob
  /** What a database in memory finds there when it is opened. */
  memory?: MemoryFS
  /** The engine's own code, compiled: for a process that opens it many times. */
  wasmModule?: WebAssembly.Module
  /** The engine's thread has died: nothing more can be stored, the process should end. */
  onLost?: (error: Error) => void
}

export interface PgliteDb extends Db {
  readonly kind: 'pglite'
  /** How many fsync calls the engine has made since it was opened. */
  syncCount(): Promise<number>
  /** Tar archive of the database folder. */
  dump(): Promise<Uint8Array>
  /** One end of a connection for another thread, which opens it with `openConnectedPglite`. Only of a database on disk. */
  connect(): MessagePort
}

/** Units of work (statements alone or transactions) that may wait for the one connection. */
const WAITING_MAX = 5_000

/**
 * The embedded database. On disk it runs in a worker thread and syncs every commit; in memory it runs in this thread.
 * It has one connection: transactions are carried out one after another, so a `tx` must never wait for another `tx`.
 */
export async function openPglite(options: PgliteOptions): Promise<PgliteDb> {
  const transport = await openTransport(options)
  const connect = (): MessagePort => {
    if (!('connect' in transport)) throw new Error('a database in memory belongs to one thread')
    return transport.connect()
  }
  return { ...pgliteOver(transport), connect }
}

/** The embedded database of another thread, which gave this end of a connection by `connect`. */
export async function openConnectedPglite(port: MessagePort, onLost: (error: Error) => void): Promise<Db> {
  return pgliteOver(await openPortTransport(port, onLost))
}

function openTransport(options: PgliteOptions): Promise<EngineTransport | SharedTransport> {
  const engine = {
    dataDir: options.dataDir ?? null,
    sharedBuffersMb: options.sharedBuffersMb ?? 16,
    template: options.template,
    memory: options.memory,
    wasmModule: options.wasmModule,
  }
  if (engine.dataDir === null) return openLocalTransport(engine)
  const workerFile = options.workerFile ?? new URL('./pglite-worker.mjs', import.meta.url)
  if (!existsSync(workerFile)) {
    throw new DbUnavailableError(`the worker of the embedded database is missing: ${workerFile.pathname}`)
  }
  return openWorkerTransport(workerFile, engine, options.onLost ?? (() => undefined))
}

function pgliteOver(transport: EngineTransport): Omit<PgliteDb, 'connect'> {
  const turns = createTurnQueue(WAITING_MAX, () => new DbUnavailableError('the database is overloaded'))
  const own = new AsyncLocalStorage<{ open: boolean }>()
  /** Waiting for a turn inside one's own turn would wait for ever. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
    own.getStore()?.open === true
      ? Promise.reject(
          new Error('inside a transaction only the `sql` it was given may be used, not the database'),
        )
      : turns.run(work)
  let closed: Promise<void> | null = null
  const query = async <Row extends object>(text: string, params: readonly SqlValue[] = []): Promise<Row[]> =>
    (await transport.send({ op: 'query', text, params: params.map(toWireValue) })) as Row[]
  const exec = async (text: string): Promise<void> => void (await transport.send({ op: 'exec', text }))
  return {
    kind: 'pglite',
    query: (text, params) => inTurn(() => query(text, params)),
    exec: (script) => inTurn(() => exec(script)),
    tx: (work) =>
      inTurn(async () => {
        const turn = { open: true }
        try {
          return await own.run(turn, () => runTransaction(work, transport, { query, exec }))
        } finally {
          turn.open = false
        }
      }),
    syncCount: async () => (await transport.send({ op: 'syncCount' })) as number,
    dump: () => turns.run(async () => (await transport.send({ op: 'dump' })) as Uint8Array),
    close: () => {
      closed ??= turns.run(() => transport.send({ op: 'close' }).then(() => undefined))
      return closed
    },
  }
}

async function runTransaction<T>(
  work: (sql: Tx) => Promise<T>,
  transport: EngineTransport,
  { query, exec }: Tx,
): Promise<T> {
  let open = true
  // Not awaited: the engine works in order, so the first statement may follow at once.
  const begun = transport.send({ op: 'begin' })
  begun.catch(() => undefined)
  const ended = (): Promise<never> => Promise.reject(new Error('the transaction has already ended'))
  const sql: Tx = {
    query: (text, params) => (open ? query(text, params) : ended()),
    exec: (script) => (open ? exec(script) : ended()),
  }
  try {
    const result = await work(sql)
    await begun
    open = false
    await commit(transport)
    return result
  } catch (error) {
    const wasOpen = open
    open = false
    if (wasOpen) await transport.send({ op: 'rollback' }).catch(() => undefined)
    throw error
  }
}

async function commit(transport: EngineTransport): Promise<void> {
  const tags = await transport.send({ op: 'commit' }).catch((error: unknown) => {
    if (error instanceof DbUnavailableError) throw new CommitUnknownError(error)
    throw error
  })
  if ((tags as string[])[0] !== 'COMMIT') {
    throw new DbError({
      message: 'the transaction was rolled back: a statement in it had failed',
      code: '25P02',
    })
  }
}
