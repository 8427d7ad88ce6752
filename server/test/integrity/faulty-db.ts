import type { Db, Sql, Tx } from '../../src/platform/db.ts'
import { CommitUnknownError, DbUnavailableError } from '../../src/platform/db-error.ts'

/**
 * - `before`: the call fails, nothing of it has happened.
 * - `after`: it has happened, its answer is lost.
 * - `killed`: the process ends at this call, inside a transaction or not; every later one fails too.
 */
export type FaultKind = 'before' | 'after' | 'killed'

/** A process's way to the database, which can be cut at any call. */
export interface FaultyDb extends Db {
  /** At the call with this number from now on (1: the next). */
  failAt(call: number, how: FaultKind): void
  readonly isKilled: boolean
  kill(): void
}

export function createFaultyDb(db: Db, onKilled: () => void): FaultyDb {
  let killed = false
  let fault: { left: number; how: FaultKind } | null = null
  const kill = (): void => {
    if (killed) return
    killed = true
    onKilled()
  }
  const refuse = (): void => {
    if (killed) throw new DbUnavailableError('the process was killed')
  }
  /** Counts a call; answers the fault that is due at it. */
  const due = (): FaultKind | null => {
    refuse()
    if (fault === null) return null
    fault.left -= 1
    if (fault.left > 0) return null
    const { how } = fault
    fault = null
    if (how === 'after') return how
    if (how === 'killed') kill()
    throw new DbUnavailableError('the line was cut')
  }
  const lost = (): never => {
    throw new CommitUnknownError(new Error('the answer was lost'))
  }
  const query: Sql['query'] = async (text, params) => {
    const how = due()
    const rows = await db.query(text, params)
    refuse()
    return how === null ? (rows as never) : lost()
  }
  return {
    kind: db.kind,
    query,
    exec: async (script) => {
      due()
      await db.exec(script)
    },
    async tx(work) {
      // Begin, each statement and the commit are calls; an answer can only be lost of the last.
      let isLost = due() !== null
      const result = await db.tx(async (sql) => {
        const cut = (): void => {
          if (due() !== null) throw new DbUnavailableError('the line was cut')
        }
        const query: Sql['query'] = async (text, params) => {
          cut()
          return sql.query(text, params)
        }
        const exec: Tx['exec'] = async (script) => {
          cut()
          await sql.exec(script)
        }
        const done = await work({ query, exec })
        if (!isLost) isLost = due() !== null
        return done
      })
      return isLost ? lost() : result
    },
    close: async () => {},
    failAt(call, how) {
      fault = { left: call, how }
    },
    get isKilled() {
      return killed
    },
    kill,
  }
}
