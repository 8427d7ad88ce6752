import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Amount, Book, Id, PairSymbol, TimeMs } from './scalars.ts'

export const BillType = Type.Union([
  Type.Literal('deposit'),
  Type.Literal('withdraw'),
  Type.Literal('profit'),
  Type.Literal('loss'),
  Type.Literal('fee'),
  Type.Literal('transfer'),
  Type.Literal('adjustment'),
])
export type BillType = Type.Static<typeof BillType>

export type BillName = BillType | 'lossReturned'

/** What a bill is called: above zero, the bill of a loss is a stake that a void gave back. */
export const billName = (type: BillType, isGain: boolean): BillName =>
  type === 'loss' && isGain ? 'lossReturned' : type

export const BillStatus = Type.Union([
  Type.Literal('pending'),
  Type.Literal('processing'),
  Type.Literal('completed'),
  Type.Literal('rejected'),
  Type.Literal('failed'),
])
export type BillStatus = Type.Static<typeof BillStatus>

export type BillState = BillStatus | 'cancelled'

/** What the status of a bill is called: a deposit that ended without a review was taken back by its user. */
export const billState = (type: BillType, status: BillStatus): BillState =>
  type === 'deposit' && status === 'failed' ? 'cancelled' : status

const Text = Type.Union([Type.String(), Type.Null()])

export const Bill = Type.Object({
  id: Id,
  type: BillType,
  status: BillStatus,
  /** Signed: what it adds to or takes from the total, once it is completed. */
  amount: Amount,
  symbol: Type.Union([PairSymbol, Type.Null()]),
  /** `bank`, or network and shortened address of a wallet. */
  method: Text,
  /** What the reviewer wrote; of a transfer the other user's number. */
  remark: Text,
  /** What it tells of, such as `deposit:17`. */
  ref: Type.String(),
  /** What identifies the payment outside of this site: a transaction on a blockchain, a reference at a bank. */
  reference: Text,
  createdMs: TimeMs,
  completedMs: Type.Union([TimeMs, Type.Null()]),
})
export type Bill = Type.Static<typeof Bill>

const billFilters = {
  book: Book,
  type: Type.Optional(BillType),
  /** As bills are called: deposits that were taken back are `cancelled`, and none of them `failed`. */
  status: Type.Optional(Type.Union([BillStatus, Type.Literal('cancelled')])),
  fromMs: Type.Optional(TimeMs),
  toMs: Type.Optional(TimeMs),
}

export const listBills = endpoint({
  method: 'GET',
  path: '/api/account/bills',
  audience: 'user',
  query: Type.Object({
    ...billFilters,
    cursor: Type.Optional(Type.String({ maxLength: 64 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  data: Type.Object({ bills: Type.Array(Bill), nextCursor: Type.Union([Type.String(), Type.Null()]) }),
})

/** All of them as a file of CSV (UTF-8 with its mark, RFC 4180), newest first; words in the language of `Accept-Language`. */
export const exportBills = endpoint({
  method: 'GET',
  path: '/api/account/bills/export',
  audience: 'user',
  query: Type.Object(billFilters),
  data: Type.String(),
})

export const WalletOverview = Type.Object({
  total: Amount,
  available: Amount,
  inPosition: Amount,
  frozen: Amount,
  /** What contracts brought in the last 24 hours, and its share of what was there before them; null: there was nothing. */
  change: Amount,
  changeBps: Type.Union([Type.Integer(), Type.Null()]),
  recent: Type.Array(Bill),
})
export type WalletOverview = Type.Static<typeof WalletOverview>

export const getWallet = endpoint({
  method: 'GET',
  path: '/api/account/wallet',
  audience: 'user',
  query: Type.Object({ book: Book }),
  data: WalletOverview,
})

const BalanceDays = Type.Array(Type.Object({ dayMs: TimeMs, closing: Amount }))
export type BalanceDays = Type.Static<typeof BalanceDays>

/** What a book held at the end of each day (UTC), oldest first; the last one is today, as it stands. */
export const getBalanceDays = endpoint({
  method: 'GET',
  path: '/api/account/balance-days',
  audience: 'user',
  query: Type.Object({ book: Book, days: Type.Optional(Type.Integer({ minimum: 2, maximum: 90 })) }),
  data: Type.Object({ days: BalanceDays }),
})
