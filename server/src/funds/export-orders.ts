import { formatMicros } from '@truestrike/core/money.ts'
import { billState } from '@truestrike/protocol/bill-endpoints.ts'
import { type BillWords, billWordsFor, methodWord } from '@truestrike/protocol/messages/bill-words.ts'
import { isLocale } from '@truestrike/protocol/messages/locales.ts'
import { type OrderWords, orderWordsFor } from '@truestrike/protocol/messages/order-words.ts'
import type { UserInfoService } from '../accounts/user-info.service.ts'
import { CSV_START, CSV_TYPE, type CsvCell, csvLine, csvTime } from '../platform/csv.ts'
import type { Download } from '../platform/http-download.ts'
import type { DepositRow } from './deposits.store.ts'
import type { OrderPage } from './order-filter.ts'
import { type AccountSeal, endOfNumber } from './sealed-account.ts'
import type { WithdrawalRow } from './withdrawals.store.ts'

/** Rows held in memory at once. */
const ROWS_PER_READ = 1_000

export interface OrderFile<Row> {
  name: string
  locale: string
  nowMs: number
  columns: readonly OrderColumn<Row>[]
  read(page: OrderPage): Promise<Row[]>
  users: Pick<UserInfoService, 'namesOf'>
}

interface Words {
  order: OrderWords
  bill: BillWords
}

/** One column: what it is headed by, and what an order has in it. */
interface OrderColumn<Row> {
  head(words: Words): string
  cell(row: Row & { uid: string; username: string }, words: Words): CsvCell
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

export const DEPOSIT_COLUMNS: readonly OrderColumn<DepositRow>[] = [
  ...first('R'),
  amount,
  { head: ({ order }) => order.column.credited, cell: ({ creditedMicros }) => micros(creditedMicros) },
  ...begun('deposit'),
  ended,
  { head: ({ order }) => order.column.transaction, cell: ({ paymentRef, toldRef }) => paymentRef ?? toldRef },
  remark,
]

/** Of an account at a bank only its end: a file lies about. */
export const withdrawalColumns = (accounts: AccountSeal): readonly OrderColumn<WithdrawalRow>[] => [
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

/** Orders as a file, read a page at a time while it is sent. */
export function exportOrders<Row extends AnyOrder>(file: OrderFile<Row>): Download {
  const locale = isLocale(file.locale) ? file.locale : 'en-US'
  const day = new Date(file.nowMs).toISOString().slice(0, 10)
  return {
    fileName: `${file.name}-${day}.csv`,
    contentType: CSV_TYPE,
    pieces: linesOf(file, { order: orderWordsFor(locale), bill: billWordsFor(locale) }),
  }
}

async function* linesOf<Row extends AnyOrder>(
  { columns, read, users }: OrderFile<Row>,
  words: Words,
): AsyncGenerator<string> {
  yield CSV_START + csvLine(columns.map(({ head }) => head(words)))
  let cursorId: bigint | null = null
  for (;;) {
    const rows: Row[] = await read({ cursorId, limit: ROWS_PER_READ })
    const names = await users.namesOf(rows.map(({ userId }) => userId))
    const lines = rows.map((row) => {
      const named = { ...row, ...(names.get(row.userId) ?? { uid: '', username: '' }) }
      return csvLine(columns.map(({ cell }) => cell(named, words)))
    })
    if (lines.length > 0) yield lines.join('')
    cursorId = rows.at(-1)?.id ?? null
    if (rows.length < ROWS_PER_READ) return
  }
}
