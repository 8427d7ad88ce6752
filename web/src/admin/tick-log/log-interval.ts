import { type LogEntry, listTicks } from '@truestrike/protocol/market-endpoints.ts'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { csvLine } from '../table/csv-file.ts'
import { LOG_COLUMNS, logCells } from './log-csv.ts'

const ENTRIES_AT_ONCE = 5_000

interface Interval {
  symbol: string
  fromMs: number
  toMs: number
}

/**
 * Entries between two moments as a file of CSV, read and laid down a page at a time: the page holds one of them, however long
 * the interval is. Null: there are none. `onCount` hears how many were read. Errors: those of the public call.
 */
export async function readInterval(
  { symbol, ...span }: Interval,
  onCount: (count: number) => void,
  signal: AbortSignal,
): Promise<Blob | null> {
  const pieces: Blob[] = [new Blob([`\uFEFF${csvLine(LOG_COLUMNS)}`])]
  let count = 0
  for (let fromSeq: number | null | undefined; fromSeq !== null; ) {
    const query = { symbol, ...span, limit: ENTRIES_AT_ONCE, ...(fromSeq === undefined ? {} : { fromSeq }) }
    const page = await readPage(query, signal)
    if (page === null) return null
    const { entries, nextSeq } = page
    pieces.push(new Blob([entries.map((entry) => csvLine(logCells(entry))).join('')]))
    count += entries.length
    onCount(count)
    fromSeq = entries.length === 0 ? null : nextSeq
  }
  return count === 0 ? null : new Blob(pieces, { type: 'text/csv;charset=utf-8' })
}

/** Readers of the log are let through at a pace of their own: who comes too fast waits as long as he is told. Null: ended. */
async function readPage(
  query: Interval & { fromSeq?: number; limit: number },
  signal: AbortSignal,
): Promise<{ entries: LogEntry[]; nextSeq: number | null } | null> {
  while (!signal.aborted) {
    try {
      return await call(listTicks, { query }, { toast: false, signal })
    } catch (error) {
      if (signal.aborted) return null
      if (!(error instanceof ApiError) || error.retryAfterSeconds === null) throw error
      await pause(error.retryAfterSeconds * 1_000, signal)
    }
  }
  return null
}

/** Until the time is over, or nobody waits any more. */
function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, waitMs)
    signal.addEventListener('abort', end)
  })
}
