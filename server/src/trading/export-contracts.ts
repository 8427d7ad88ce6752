import { isLocale } from '@truestrike/protocol/messages/locales.ts'
import { type RecordWords, recordWordsFor } from '@truestrike/protocol/messages/record-words.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { CSV_START, CSV_TYPE, type CsvCell, csvLine, csvTime } from '../platform/csv.ts'
import type { Db } from '../platform/db.ts'
import type { Download } from '../platform/http-download.ts'
import { toWireContract } from './contract-row.ts'
import { type ContractFilter, listContractsOfUser } from './contracts.store.ts'

/** Rows held in memory at once. */
const ROWS_PER_READ = 1_000

interface Column {
  name: keyof RecordWords['column']
  cell: (contract: Contract, words: RecordWords) => CsvCell
}

const number = (text: string | number | null): CsvCell => (text === null ? null : { number: String(text) })
/** Basis points as percent with two decimals. */
const percent = (bps: number): string => `${bps}`.padStart(3, '0').replace(/(..)$/, '.$1')

const COLUMNS: readonly Column[] = [
  { name: 'orderNo', cell: ({ orderNo }) => orderNo },
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
  const words = recordWordsFor(isLocale(locale) ? locale : 'en-US')
  const day = new Date(nowMs()).toISOString().slice(0, 10)
  return {
    fileName: `truestrike-contracts-${day}.csv`,
    contentType: CSV_TYPE,
    pieces: linesOf(db, nowMs, filter, words),
  }
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
