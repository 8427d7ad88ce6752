import { formatMicros } from '@truestrike/core/money.ts'
import { billName, billState } from '@truestrike/protocol/bill-endpoints.ts'
import { type BillWords, billWordsFor, methodWord } from '@truestrike/protocol/messages/bill-words.ts'
import type { Locale } from '@truestrike/protocol/messages/locales.ts'
import { type CsvCell, csvPages, csvTime } from '../platform/csv.ts'
import type { ListExport } from '../platform/list-exports.ts'
import { type BillFilter, type BillRow, listBills } from './bills.store.ts'

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

interface BillFile {
  filter: Omit<BillFilter, 'after' | 'limit'>
  locale: Locale
}

/** A user's bills, newest first. */
export const billsExport: ListExport<BillFile> = {
  name: 'bills',
  pages({ filter, locale }, { db }) {
    const words = billWordsFor(locale)
    return csvPages<BillRow>({
      head: NAMES.map((name) => words.column[name]),
      read: (after, limit) => listBills(db, { ...filter, after, limit }),
      cells: (row) => NAMES.map((name) => COLUMNS[name](row, words)),
    })
  },
}
