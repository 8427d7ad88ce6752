import { formatMicros } from '@truestrike/core/money.ts'
import { billName, billState } from '@truestrike/protocol/bill-endpoints.ts'
import { type BillWords, billWordsFor, methodWord } from '@truestrike/protocol/messages/bill-words.ts'
import { isLocale } from '@truestrike/protocol/messages/locales.ts'
import { CSV_START, CSV_TYPE, type CsvCell, csvLine, csvTime } from '../platform/csv.ts'
import type { Db } from '../platform/db.ts'
import type { Download } from '../platform/http-download.ts'
import { type BillFilter, type BillRow, listBills } from './bills.store.ts'

/** Rows held in memory at once. */
const ROWS_PER_READ = 1_000

type Cell = (bill: BillRow, words: BillWords) => CsvCell

const COLUMNS: Record<keyof BillWords['column'], Cell> = {
  type: ({ type, amountMicros }, words) => words.type[billName(type, amountMicros > 0n)],
  amount: ({ amountMicros }) => ({ number: formatMicros(amountMicros) }),
  status: ({ type, status }, words) => words.status[billState(type, status)],
  created: ({ createdMs }) => csvTime(createdMs),
  completed: ({ completedMs }) => csvTime(completedMs),
  method: ({ method }, words) => (method === null ? null : methodWord(method, words)),
  symbol: ({ symbol }) => symbol,
  remark: ({ remark }) => remark,
  reference: ({ reference }) => reference,
}
const NAMES = Object.keys(COLUMNS) as (keyof BillWords['column'])[]

export type BillExportFilter = Omit<BillFilter, 'after' | 'limit'>

/** A user's bills as a file, newest first, read a page at a time while it is sent. */
export function exportBills(
  { db, nowMs }: { db: Db; nowMs: number },
  filter: BillExportFilter,
  locale: string,
): Download {
  const words = billWordsFor(isLocale(locale) ? locale : 'en-US')
  return {
    fileName: `bills-${new Date(nowMs).toISOString().slice(0, 10)}.csv`,
    contentType: CSV_TYPE,
    pieces: linesOf(db, filter, words),
  }
}

async function* linesOf(db: Db, filter: BillExportFilter, words: BillWords): AsyncGenerator<string> {
  yield CSV_START + csvLine(NAMES.map((name) => words.column[name]))
  let after: BillFilter['after']
  for (;;) {
    const rows = await listBills(db, { ...filter, after, limit: ROWS_PER_READ })
    const lines = rows.map((row) => csvLine(NAMES.map((name) => COLUMNS[name](row, words))))
    if (lines.length > 0) yield lines.join('')
    after = rows.at(-1)
    if (rows.length < ROWS_PER_READ) return
  }
}
