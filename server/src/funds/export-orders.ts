import { formatMicros } from '@truestrike/core/money.ts'
import { billState } from '@truestrike/protocol/bill-endpoints.ts'
import { type BillWords, billWordsFor, methodWord } from '@truestrike/protocol/messages/bill-words.ts'
import type { Locale } from '@truestrike/protocol/messages/locales.ts'
import { type OrderWords, orderWordsFor } from '@truestrike/protocol/messages/order-words.ts'
import { type UserNames, withNames } from '../accounts/user-info.service.ts'
import { type CsvCell, csvPages, csvTime } from '../platform/csv.ts'
import type { Sql } from '../platform/db.ts'
import type { ListExport } from '../platform/list-exports.ts'
import { type DepositRow, listDepositsToReview } from './deposits.store.ts'
import type { OrderFilter, OrderPage } from './order-filter.ts'
import { type AccountSeal, createAccountSeal, endOfNumber } from './sealed-account.ts'
import { listWithdrawalsToReview, type PayoutWay, type WithdrawalRow } from './withdrawals.store.ts'

interface Words {
  order: OrderWords
  bill: BillWords
}

/** One column: what it is headed by, and what an order has in it. */
interface OrderColumn<Row> {
  head(words: Words): string
  cell(row: Row & UserNames, words: Words): CsvCell
}

interface AnyOrder {
  id: bigint
  userId: bigint
  network: 'eth' | 'tron' | null
  amountMicros: bigint
  state: DepositRow['state']
  remark: string | null
  createdMs: bigint
  endedMs: bigint | null
}

const micros = (value: bigint | null): CsvCell => (value === null ? null : { number: formatMicros(value) })

const first = (letter: 'R' | 'W'): OrderColumn<AnyOrder>[] => [
  { head: ({ order }) => order.column.order, cell: ({ id }) => `${letter}${id}` },
  { head: () => 'UID', cell: ({ uid }) => uid },
  { head: ({ order }) => order.column.user, cell: ({ username }) => username },
  {
    head: ({ bill }) => bill.column.method,
    cell: ({ network }, { bill }) => methodWord(network ?? 'bank', bill),
  },
]
const amount: OrderColumn<AnyOrder> = {
  head: ({ bill }) => bill.column.amount,
  cell: ({ amountMicros }) => micros(amountMicros),
}
const begun = (type: 'deposit' | 'withdraw'): OrderColumn<AnyOrder>[] => [
  {
    head: ({ bill }) => bill.column.status,
    cell: ({ state }, { bill }) => bill.status[billState(type, state)],
  },
  { head: ({ bill }) => bill.column.created, cell: ({ createdMs }) => csvTime(createdMs) },
]
const ended: OrderColumn<AnyOrder> = {
  head: ({ order }) => order.column.ended,
  cell: ({ endedMs }) => csvTime(endedMs),
}
const remark: OrderColumn<AnyOrder> = { head: ({ bill }) => bill.column.remark, cell: ({ remark }) => remark }

const DEPOSIT_COLUMNS: readonly OrderColumn<DepositRow>[] = [
  ...first('R'),
  amount,
  { head: ({ order }) => order.column.credited, cell: ({ creditedMicros }) => micros(creditedMicros) },
  ...begun('deposit'),
  ended,
  { head: ({ order }) => order.column.transaction, cell: ({ paymentRef, toldRef }) => paymentRef ?? toldRef },
  remark,
]

/** Of an account at a bank only its end: a file lies about. */
const withdrawalColumns = (accounts: AccountSeal): readonly OrderColumn<WithdrawalRow>[] => [
  ...first('W'),
  {
    head: ({ order }) => order.column.destination,
    cell: ({ userId, address, payee }) => {
      if (payee === null) return address
      const { bankName, accountNumber } = accounts.open('payee', userId, payee)
      return `${bankName} ·· ${endOfNumber(accountNumber)}`
    },
  },
  amount,
  { head: ({ order }) => order.column.fee, cell: ({ feeMicros }) => micros(feeMicros) },
  {
    head: ({ order }) => order.column.net,
    cell: ({ amountMicros, feeMicros }) => micros(amountMicros - feeMicros),
  },
  ...begun('withdraw'),
  { head: ({ order }) => order.column.approved, cell: ({ approvedMs }) => csvTime(approvedMs) },
  ended,
  {
    head: ({ order }) => order.column.reference,
    cell: ({ payoutRef, correctionRef }) => correctionRef ?? payoutRef,
  },
  remark,
]

interface OrderFile<M extends string> {
  filter: OrderFilter<M>
  locale: Locale
}

interface OrderList<Row> {
  locale: Locale
  columns: readonly OrderColumn<Row>[]
  read(page: OrderPage): Promise<Row[]>
}

export const depositsExport: ListExport<OrderFile<DepositRow['kind']>> = {
  name: 'recharge-orders',
  pages: ({ filter, locale }, { db }) =>
    orderPages(db, {
      locale,
      columns: DEPOSIT_COLUMNS,
      read: (page) => listDepositsToReview(db, filter, page),
    }),
}

export const withdrawalsExport: ListExport<OrderFile<PayoutWay>> = {
  name: 'withdraw-orders',
  pages: ({ filter, locale }, { db, secrets }) =>
    orderPages(db, {
      locale,
      columns: withdrawalColumns(createAccountSeal(secrets)),
      read: (page) => listWithdrawalsToReview(db, filter, page),
    }),
}

function orderPages<Row extends AnyOrder>(db: Sql, list: OrderList<Row>): AsyncGenerator<string> {
  const words: Words = { order: orderWordsFor(list.locale), bill: billWordsFor(list.locale) }
  return csvPages<Row & UserNames>({
    head: list.columns.map(({ head }) => head(words)),
    read: async (last, limit) => withNames(db, await list.read({ cursorId: last?.id ?? null, limit })),
    cells: (row) => list.columns.map(({ cell }) => cell(row, words)),
  })
}
