import type { Locale } from '@truestrike/protocol/messages/locales.ts'
import { orderWordsFor } from '@truestrike/protocol/messages/order-words.ts'
import { type RecordWords, recordWordsFor } from '@truestrike/protocol/messages/record-words.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { type UserNames, withNames } from '../accounts/user-info.service.ts'
import { type CsvCell, csvPages, csvTime } from '../platform/csv.ts'
import type { ListExport } from '../platform/list-exports.ts'
import { type ContractListFilter, listContractsOfAll } from './contract-list.store.ts'
import { type ContractRow, toWireContract } from './contract-row.ts'
import { type ContractFilter, listContractsOfUser } from './contracts.store.ts'
import { sortPlaceOf } from './sort-cursor.ts'

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

interface ContractFile {
  filter: Omit<ContractFilter, 'after' | 'limit'>
  locale: Locale
  /** Whether a contract has reached its expiry says the service's time. */
  nowMs: number
}

/** A user's contracts, newest first. */
export const contractsExport: ListExport<ContractFile> = {
  name: 'contracts',
  pages({ filter, locale, nowMs }, { db }) {
    const words = recordWordsFor(locale)
    return csvPages<ContractRow>({
      head: COLUMNS.map(({ name }) => words.column[name]),
      read: (after, limit) => listContractsOfUser(db, { ...filter, after, limit }),
      cells(row) {
        const contract = toWireContract(row, nowMs)
        return COLUMNS.map(({ cell }) => cell(contract, words))
      },
    })
  },
}

interface AllContractsFile {
  filter: ContractListFilter
  locale: Locale
  nowMs: number
}

/** Contracts of all users, in the order of the list. */
export const allContractsExport: ListExport<AllContractsFile> = {
  name: 'order-list',
  pages({ filter, locale, nowMs }, { db }) {
    const words = recordWordsFor(locale)
    const { column } = orderWordsFor(locale)
    return csvPages<ContractRow & UserNames>({
      head: [words.column.orderNo, 'UID', column.user, ...TERMS.map(({ name }) => words.column[name])],
      read: async (last, limit) => {
        const after = last === undefined ? null : sortPlaceOf(filter.sort.by, last)
        return withNames(db, await listContractsOfAll(db, filter, { after, limit }))
      },
      cells(row) {
        const contract = toWireContract(row, nowMs)
        return [contract.orderNo, row.uid, row.username, ...TERMS.map(({ cell }) => cell(contract, words))]
      },
    })
  },
}
