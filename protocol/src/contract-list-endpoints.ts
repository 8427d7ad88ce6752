import type { Account } from '@truestrike/core/ledger-posting.ts'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { KindOfTransfer } from './order-details-endpoints.ts'
import { ReceiptJson } from './proof-endpoints.ts'
import { Amount, Book, Direction, Id, PairSymbol, TimeMs } from './scalars.ts'
import { Contract, ContractResult } from './trade-endpoints.ts'

// Of the back office: contracts of all users. They are looked at, and by nobody changed.

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const params = Type.Object({ id: Id })

/** An amount as a bound: what no stake exceeds is enough. */
const Bound = Type.String({ pattern: '^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,6})?$', maxLength: 19 })

const filters = {
  /** The contract's order number (with its letter or without; one of before with `TS`), the user's number (UID), or a part of the user's name (of one or two characters: its beginning). */
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' })),
  book: Type.Optional(Book),
  symbol: Type.Optional(PairSymbol),
  direction: Type.Optional(Direction),
  /** `pending`: not yet completed or cancelled. */
  state: Type.Optional(
    Type.Union([Type.Literal('pending'), Type.Literal('completed'), Type.Literal('cancelled')]),
  ),
  result: Type.Optional(ContractResult),
  /** When it was accepted; both ends count as inside. */
  fromMs: Type.Optional(TimeMs),
  toMs: Type.Optional(TimeMs),
  /** The stake; both ends count as inside. */
  minStake: Type.Optional(Bound),
  maxStake: Type.Optional(Bound),
  /** When it was accepted, or how large the stake is; without it the newest first. */
  sort: Type.Optional(
    Type.Union([Type.Literal('time'), Type.Literal('-time'), Type.Literal('stake'), Type.Literal('-stake')]),
  ),
}

const whose = { uid: Type.String(), username: Type.String() }

const ContractOfUser = Type.Object({ contract: Contract, ...whose })
export type ContractOfUser = Type.Static<typeof ContractOfUser>

export const listAllContracts = endpoint({
  method: 'GET',
  path: '/api/admin/contracts',
  audience: 'admin',
  permission: 'orders:read',
  query: Type.Object({
    ...filters,
    cursor: Type.Optional(Type.String({ maxLength: 64 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  data: Type.Object({
    contracts: Type.Array(ContractOfUser),
    nextCursor: Nullable(Type.String()),
    /** Of a search: more names begin so than were looked at (500). */
    moreNames: Type.Boolean(),
  }),
})

/** All of them as a file of CSV (UTF-8 with its mark, RFC 4180); words in the language of `Accept-Language`. */
export const exportAllContracts = endpoint({
  method: 'GET',
  path: '/api/admin/contracts/export',
  audience: 'admin',
  permission: 'orders:read',
  query: Type.Object(filters),
  data: Type.String(),
})

const AccountName = Type.Unsafe<Account>(Type.String())

/** A transfer of the ledger that was made for a contract. `debit` is lowered, `credit` raised. */
const ContractTransfer = Type.Object({
  id: Id,
  timeMs: TimeMs,
  kind: KindOfTransfer,
  debit: AccountName,
  credit: AccountName,
  amount: Amount,
})
export type ContractTransfer = Type.Static<typeof ContractTransfer>

/** Refusals: CONTRACT_NOT_FOUND. */
export const getAnyContract = endpoint({
  method: 'GET',
  path: '/api/admin/contracts/:id',
  audience: 'admin',
  permission: 'orders:read',
  params,
  data: Type.Object({ contract: Contract, ...whose, transfers: Type.Array(ContractTransfer) }),
})

/** The receipt its user gets too. Refusals: CONTRACT_NOT_FOUND, RANGE_NOT_AVAILABLE. */
export const getAnyReceipt = endpoint({
  method: 'GET',
  path: '/api/admin/contracts/:id/receipt',
  audience: 'admin',
  permission: 'orders:read',
  params,
  data: Type.Object({
    state: Type.Union([Type.Literal('accepted'), Type.Literal('sealing'), Type.Literal('settled')]),
    receipt: ReceiptJson,
  }),
})
