import type { TransferKind } from '@truestrike/core/ledger-posting.ts'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { DepositMethod } from './funds-endpoints.ts'
import { FileAddress, IdentityStatus } from './profile-endpoints.ts'
import { ReviewedDeposit, ReviewedWithdrawal } from './review-endpoints.ts'
import { Amount, Direction, Id, PairSymbol, TimeMs } from './scalars.ts'
import { ProtectionChange } from './security-endpoints.ts'

// One order of the back office, with what its reviewer looks at before he decides.

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const params = Type.Object({ id: Id })

/** Answers of an older process tell of a kind that a newer one has begun to post, too: as text it fails no call. */
export const KindOfTransfer = Type.Unsafe<TransferKind>(Type.String())

/** A transfer of the ledger, as it moved a user's book. */
export const LedgerEntry = Type.Object({
  id: Id,
  timeMs: TimeMs,
  kind: KindOfTransfer,
  /** What it was made for, such as `contract:17`, `withdrawal:4`. */
  ref: Type.String(),
  /** Of a contract, what it is about. */
  contract: Nullable(Type.Object({ symbol: PairSymbol, direction: Direction })),
  amount: Amount,
  /** Signed: what it did to what is available; that may be nothing. */
  change: Amount,
  /** What was available after it. */
  available: Amount,
})
export type LedgerEntry = Type.Static<typeof LedgerEntry>

/** Whose an order is: to be seen beside one, not in lists. */
const ofUser = {
  user: Type.Object({
    uid: Type.String(),
    username: Type.String(),
    joinedMs: TimeMs,
    identity: IdentityStatus,
    frozen: Type.Boolean(),
    /** Of the real book. */
    total: Amount,
    available: Amount,
  }),
  /** The newest ten. */
  entries: Type.Array(LedgerEntry),
}

export const RechargeOrderDetails = Type.Object({
  deposit: ReviewedDeposit,
  /** Where the user was told to pay to, as he was told it, whatever the operator has made of it since. */
  method: DepositMethod,
  /** Until when its account or address was offered, in whatever words; null: it is, or nobody knows any more. */
  methodUntilMs: Nullable(TimeMs),
  ...ofUser,
  /** What was confirmed to the user before this one. */
  earlier: Type.Object({ count: Type.Integer(), credited: Amount }),
  /** Other users who named the same account number as the one they pay from. */
  sameAccountUsers: Type.Integer(),
  /** Other deposits that name the same transaction. */
  sameTransaction: Type.Integer(),
  /** Above which amount two administrators credit it (and always more than was asked for), and whether there are two. */
  byTwo: Type.Object({
    above: Amount,
    available: Type.Boolean(),
    /** When one of the two is new or was changed by another one: from when on it can be proposed. */
    availableFromMs: Type.Union([TimeMs, Type.Null()]),
  }),
})
export type RechargeOrderDetails = Type.Static<typeof RechargeOrderDetails>

const passed = Type.Boolean()

/** What speaks for a withdrawal, or against it: shown to who decides. */
export const WithdrawalChecks = Type.Object({
  /** The user is not frozen: nothing is approved or paid while he is (PAYEE_FROZEN). */
  active: Type.Object({ passed }),
  /** What is frozen of the user covers it, as when it was asked for. */
  covered: Type.Object({ passed, frozen: Amount }),
  /** All transfers of the user make up the balances there are. */
  ledger: Type.Object({ passed, entries: Type.Integer(), difference: Amount }),
  /** The address is well-formed for its network; of an account at a bank name, number and bank are there. */
  address: Type.Object({ passed }),
  /** Paid to the same wallet or account before: how often, since when. */
  usedBefore: Type.Object({ passed, times: Type.Integer(), sinceMs: Nullable(TimeMs) }),
  /** Nothing that protects the account was changed in the last 24 hours. */
  unchanged: Type.Object({ passed, change: Nullable(ProtectionChange), untilMs: Nullable(TimeMs) }),
  /** The newest sign-in before it came from a device the user had, or was paid from, before; nulls: it is forgotten. */
  device: Type.Object({
    passed,
    browser: Nullable(Type.String()),
    system: Nullable(Type.String()),
    signedInMs: Nullable(TimeMs),
  }),
})
export type WithdrawalChecks = Type.Static<typeof WithdrawalChecks>

/** The names of the checks an order did not pass, out of how many. */
export const ChecksOfOrder = Type.Object({
  id: Id,
  of: Type.Integer(),
  failed: Type.Array(
    Type.Union([
      Type.Literal('active'),
      Type.Literal('covered'),
      Type.Literal('ledger'),
      Type.Literal('address'),
      Type.Literal('usedBefore'),
      Type.Literal('unchanged'),
      Type.Literal('device'),
    ]),
  ),
})
export type ChecksOfOrder = Type.Static<typeof ChecksOfOrder>

export const WithdrawOrderDetails = Type.Object({
  withdrawal: ReviewedWithdrawal,
  ...ofUser,
  checks: WithdrawalChecks,
})
export type WithdrawOrderDetails = Type.Static<typeof WithdrawOrderDetails>

/** Refusals: REVIEW_NOT_FOUND. */
export const getRechargeOrder = endpoint({
  method: 'GET',
  path: '/api/admin/recharge-orders/:id',
  audience: 'admin',
  permission: 'recharge-orders:read',
  params,
  data: RechargeOrderDetails,
})

/** Refusals: REVIEW_NOT_FOUND. */
export const getWithdrawOrder = endpoint({
  method: 'GET',
  path: '/api/admin/withdraw-orders/:id',
  audience: 'admin',
  permission: 'withdraw-orders:read',
  params,
  data: WithdrawOrderDetails,
})

/**
 * Where the receipt of a recharge order is got, with the cookie of this session alone; it comes as an attachment, and each
 * look is logged. Refusals: REVIEW_NOT_FOUND; NOT_FOUND when none was handed in.
 */
export const getRechargeReceipt = endpoint({
  method: 'GET',
  path: '/api/admin/recharge-orders/:id/receipt',
  audience: 'admin',
  permission: 'recharge-orders:read',
  params,
  data: FileAddress,
})

/** The checks of the orders of a page, in short; after the list, which does not wait for them. An id that is none is left out. */
export const checkWithdrawOrders = endpoint({
  method: 'GET',
  path: '/api/admin/withdraw-orders/checks',
  audience: 'admin',
  permission: 'withdraw-orders:read',
  query: Type.Object({
    /** At most fifty, apart by commas. */
    ids: Type.String({ pattern: '^[1-9][0-9]{0,18}(,[1-9][0-9]{0,18}){0,49}$', maxLength: 999 }),
  }),
  data: Type.Object({ orders: Type.Array(ChecksOfOrder) }),
})
