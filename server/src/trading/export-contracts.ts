import { isLocale } from '@truestrike/protocol/messages/locales.ts'
import { orderWordsFor } from '@truestrike/protocol/messages/order-words.ts'
import { type RecordWords, recordWordsFor } from '@truestrike/protocol/messages/record-words.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { CSV_START, CSV_TYPE, type CsvCell, csvLine, csvTime } from '../platform/csv.ts'
import type { Db } from '../platform/db.ts'
import type { Download } from '../platform/http-download.ts'
import { type ContractRow, toWireContract } from './contract-row.ts'
import { type ContractFilter, listContractsOfUser } from './contracts.store.ts'
import { type SortPlace, sortPlaceOf } from './sort-cursor.ts'

/** Rows held in memory at once. */
const ROWS_PER_READ = 1_000

interface Column {
  name: keyof RecordWords['column']
  cell: (contract: Contract, words: RecordWords) => CsvCell
}

const number = (text: string | number | null): CsvCell => (text === null ? null : { number: String(text) })
/** Basis points as percent with two decimals. */
const percent = (bps: number): string => `${bps}`.padStart(3, '0').replace(/(..)$/, '.$1')

const ORDER_NO: Column = { name: 'orderNo', cell: ({ orderNo }) => orderNo }

/** What a contract is, beside its number. */
const TERMS: readonly Column[] = [
  { name: 'book', cell: ({ book }, words) => words.book[book] },
  { name: 'symbol', cell: ({ symbol }) => symbol },
  { name: 'direction', cell: ({ direction }, words) => words.direction[direction] },
  { name: 'stake', cell: ({ stake }) => number(stake) },
  { name: 'payout', cell: ({ payoutBps }) => number(percent(payoutBps)) },
  { name: 'duration', cell: ({ durationSeconds }) => number(durationSeconds) },
  { name: 'accepted', cell: ({ acceptedAtMs }) => csvTime(acceptedAtMs) },
  { name: 'openingPrice', cell: ({ openingPrice }) => number(openingPrice) },
  { name: 'openingTime', cell: ({ openingTimeMs }) => csvTime(openingTimeMs) },
  { name: 'closingPrice', cell: ({ closingPrice }) => number(closingPrice) },
  { name: 'closingTime', cell: ({ closingTimeMs }) => csvTime(closingTimeMs) },
  { name: 'state', cell: ({ state }, words) => words.state[isOver(state) ? state : 'pending'] },
  { name: 'result', cell: ({ result }, words) => (result === null ? null : words.result[result]) },
  {
    name: 'cancelReason',
    cell: ({ cancelReason }, words) => (cancelReason === null ? null : words.cancelReason[cancelReason]),
  },
  { name: 'profit', cell: ({ profit }) => number(profit) },
  { name: 'settled', cell: ({ settledAtMs }) => csvTime(settledAtMs) },
  {
    name: 'source',
    cell: ({ source }, words) => words.source[source as keyof RecordWords['source']] ?? source,
  },
]

const COLUMNS = [ORDER_NO, ...TERMS]

function isOver(state: Contract['state']): state is 'completed' | 'cancelled' {
  return state === 'completed' || state === 'cancelled'
}

export type ExportFilter = Omit<ContractFilter, 'after' | 'limit'>

/** A user's contracts as a file, newest first, read a page at a time while it is sent. */
export function exportContracts(
  { db, nowMs }: { db: Db; nowMs: () => number },
  filter: ExportFilter,
  locale: string,
): Download {
  const words = wordsOf(locale)
  return fileOf('contracts', nowMs(), linesOf(db, nowMs, filter, words))
}

const wordsOf = (locale: string): RecordWords => recordWordsFor(isLocale(locale) ? locale : 'en-US')

function fileOf(name: string, nowMs: number, pieces: AsyncGenerator<string>): Download {
  const day = new Date(nowMs).toISOString().slice(0, 10)
  return { fileName: `${name}-${day}.csv`, contentType: CSV_TYPE, pieces }
}

async function* linesOf(
  db: Db,
  nowMs: () => number,
  filter: ExportFilter,
  words: RecordWords,
): AsyncGenerator<string> {
  yield CSV_START + csvLine(COLUMNS.map(({ name }) => words.column[name]))
  let after: ContractFilter['after']
  for (;;) {
    const rows = await listContractsOfUser(db, { ...filter, after, limit: ROWS_PER_READ })
    const lines = rows.map((row) => {
      const contract = toWireContract(row, nowMs())
      return csvLine(COLUMNS.map(({ cell }) => cell(contract, words)))
    })
    if (lines.length > 0) yield lines.join('')
    after = rows.at(-1)
    if (rows.length < ROWS_PER_READ) return
  }
}

interface ContractOfUser {
  row: ContractRow
  uid: string
  username: string
}

interface ContractsOfAll {
  by: 'time' | 'stake'
  nowMs: () => number
  read(after: SortPlace | null, limit: number): Promise<ContractOfUser[]>
}

/** Contracts of all users as a file, in the order of the list, read a page at a time while it is sent. */
export function exportContractsOfAll(file: ContractsOfAll, locale: string): Download {
  return fileOf('order-list', file.nowMs(), linesOfAll(file, locale))
}

async function* linesOfAll({ by, nowMs, read }: ContractsOfAll, locale: string): AsyncGenerator<string> {
  const words = wordsOf(locale)
  const { column } = orderWordsFor(isLocale(locale) ? locale : 'en-US')
  const heads = TERMS.map(({ name }) => words.column[name])
  yield CSV_START + csvLine([words.column.orderNo, 'UID', column.user, ...heads])
  let after: SortPlace | null = null
  for (;;) {
    const rows: ContractOfUser[] = await read(after, ROWS_PER_READ)
    const lines = rows.map(({ row, uid, username }) => {
      const contract = toWireContract(row, nowMs())
      return csvLine([contract.orderNo, uid, username, ...TERMS.map(({ cell }) => cell(contract, words))])
    })
    if (lines.length > 0) yield lines.join('')
    const last = rows.at(-1)
    if (last === undefined || rows.length < ROWS_PER_READ) return
    after = sortPlaceOf(by, last.row)
  }
}
