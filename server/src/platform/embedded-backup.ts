import type { Db } from './db.ts'
import type { ControlLine } from './local-control.ts'

/** Messages of a copy of the embedded database that is made while its server runs. */
export const BACKUP_ASK = 'backup'

/** What the copy needs to be a database: the label, and the segments of the write-ahead log from one to another. */
export interface CopyLabel {
  label: string
  firstWal: string
  lastWal: string
  /** Moment of the copy, by the database's clock. */
  takenMs: number
}

export interface EmbeddedBackups {
  /** Whether a copy is under way: nothing may drop write-ahead log then. */
  isUnderWay(): boolean
  /** Attends to a command that copies the folder. */
  serve(line: ControlLine): Promise<void>
}

/**
 * The server's part of a copy of its folder, by PostgreSQL's low-level interface for base backups: files may be copied
 * while they change, since the write-ahead log from the start to the end makes them whole when the copy is opened. Nothing
 * waits for the copying; at its end the price log rests for a moment, and the copy is of that moment.
 */
export function createEmbeddedBackups(
  db: Db,
  atRest: (work: () => Promise<void>) => Promise<void>,
): EmbeddedBackups {
  let underWay = false
  const end = async (): Promise<CopyLabel> => {
    const [row] = await db.query<{ label: string; last_wal: string; taken_ms: bigint }>(
      `select labelfile as label, pg_walfile_name(lsn) as last_wal, database_now_ms() as taken_ms
       from pg_backup_stop(false)`,
    )
    const label = row?.label ?? ''
    const firstWal = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1]
    if (row === undefined || firstWal === undefined) throw new Error('the database gave no label of the copy')
    return { label, firstWal, lastWal: row.last_wal, takenMs: Number(row.taken_ms) }
  }
  return {
    isUnderWay: () => underWay,
    async serve(line) {
      if (underWay) return line.say({ refused: 'another backup is under way' })
      underWay = true
      let begun = false
      try {
        await db.query("select pg_backup_start('truestrike', true)")
        begun = true
        line.say({ begun: true })
        await line.hear()
        const startedMs = performance.now()
        let ended: CopyLabel | null = null
        await atRest(async () => {
          ended = await end()
          begun = false
        })
        line.say({ ended, restMs: Math.round(performance.now() - startedMs) })
        await line.hear()
      } finally {
        if (begun) await end().catch(() => undefined)
        underWay = false
      }
    },
  }
}
