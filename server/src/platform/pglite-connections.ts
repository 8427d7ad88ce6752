import { type DbFault, toDbFault } from './db-error.ts'
import type { PgliteEngine } from './pglite-engine.ts'
import { carryOut, type WorkerAnswer, type WorkerCall } from './pglite-transport.ts'

/** A connection of one thread to the embedded database. */
interface PgliteConnection {
  /** Enqueues a call; it is answered when its turn has come. */
  receive(call: WorkerCall): void
  /** The thread is gone: an open transaction of it is rolled back. */
  disconnect(): void
}

export interface PgliteConnections {
  connect(answer: (answer: WorkerAnswer) => void): PgliteConnection
}

interface ConnectionsOptions {
  engine: PgliteEngine
  /** Real time a transaction may stand open without a statement. */
  idleInTransactionMs: number
  /** The database was closed by one of the threads; nothing more can be asked of it. */
  onClosed: () => void
}

interface Waiting {
  answer: (answer: WorkerAnswer) => void
  calls: WorkerCall[]
  isConnected: boolean
  /** Its transaction was rolled back because it stood open without a statement; what follows in it is refused. */
  isTimedOut: boolean
}

/** SQLSTATE idle_in_transaction_session_timeout, as PostgreSQL gives it. */
const TIMED_OUT: DbFault = {
  message: 'the transaction stood open without a statement for too long and was rolled back',
  code: '25P03',
}

/**
 * Shares the one connection of the embedded database among threads. A unit of work (a statement, or a transaction from
 * `begin` to its end) is carried out as a whole; the threads take turns, so that one with many statements delays another
 * by one unit at most. A thread that stands still within a transaction loses it after `idleInTransactionMs` (real time),
 * as PostgreSQL's idle_in_transaction_session_timeout does: the others must not wait for it.
 */
export function createPgliteConnections(options: ConnectionsOptions): PgliteConnections {
  const { engine, idleInTransactionMs, onClosed } = options
  const turns: Waiting[] = []
  let inTransaction: Waiting | null = null
  let isRunning = false
  let idleTimer: NodeJS.Timeout | null = null

  const nextTurn = (): Waiting | null => {
    if (inTransaction !== null) return inTransaction.calls.length > 0 ? inTransaction : null
    const at = turns.findIndex(({ calls }) => calls.length > 0)
    const next = turns[at]
    if (next === undefined) return null
    turns.push(...turns.splice(at, 1))
    return next
  }

  const carry = async (connection: Waiting, call: WorkerCall): Promise<void> => {
    if (call.op === 'begin') inTransaction = connection
    const answer = await carryOut(engine, call).then(
      (value): WorkerAnswer => ({ id: call.id, value }),
      (error: unknown): WorkerAnswer => ({ id: call.id, fault: toDbFault(error) }),
    )
    if (call.op === 'commit' || call.op === 'rollback') inTransaction = null
    connection.answer(answer)
    if (call.op === 'close') onClosed()
  }

  const run = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    if (idleTimer !== null) clearTimeout(idleTimer)
    idleTimer = null
    for (let next = nextTurn(); next !== null; next = nextTurn()) {
      const call = next.calls.shift()
      if (call !== undefined) await carry(next, call)
    }
    isRunning = false
    const idle = inTransaction
    if (idle === null) return
    if (idle.isConnected) idleTimer = setTimeout(() => void endIdle(idle), idleInTransactionMs)
    else await rollBack(idle)
  }

  const rollBack = async (connection: Waiting): Promise<void> => {
    if (isRunning || inTransaction !== connection) return
    isRunning = true
    await engine.exec('ROLLBACK').catch(() => undefined)
    inTransaction = null
    isRunning = false
    await run()
  }

  const endIdle = async (connection: Waiting): Promise<void> => {
    if (isRunning || inTransaction !== connection) return
    connection.isTimedOut = true
    await rollBack(connection)
  }

  return {
    connect(answer) {
      const connection: Waiting = { answer, calls: [], isConnected: true, isTimedOut: false }
      turns.push(connection)
      return {
        receive(call) {
          if (connection.isTimedOut) {
            if (call.op === 'commit' || call.op === 'rollback') connection.isTimedOut = false
            answer({ id: call.id, fault: TIMED_OUT })
            return
          }
          connection.calls.push(call)
          void run()
        },
        disconnect() {
          connection.isConnected = false
          connection.calls.length = 0
          connection.answer = () => undefined
          const at = turns.indexOf(connection)
          if (at !== -1) turns.splice(at, 1)
          if (inTransaction === connection) void rollBack(connection)
        },
      }
    },
  }
}
