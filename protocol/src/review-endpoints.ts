import * as Type from 'typebox'
import { BillStatus } from './bill-endpoints.ts'
import { endpoint } from './endpoint.ts'
import { depositFields, withdrawalFields } from './funds-endpoints.ts'
import { Amount, Id, Remark, TimeMs, Version } from './scalars.ts'
import { SHOWN_LINE } from './text-rules.ts'

// Of the back office, where deposits are called recharge orders.

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** `count`: those a decision is waited for; `processing`: how many of them an administrator has taken on. */
const Count = Type.Object({ count: Type.Integer(), processing: Type.Integer() })
const params = Type.Object({ id: Id })

/** An amount as a bound: what no amount exceeds is enough. */
const Bound = Type.String({ pattern: '^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,6})?$', maxLength: 19 })

const orderFilters = {
  /** `open`: those not decided; `all`, and without it: any. A `state` says it more exactly. */
  which: Type.Optional(Type.Union([Type.Literal('open'), Type.Literal('all')])),
  state: Type.Optional(BillStatus),
  /** Else: those not decided oldest first, all others newest first. */
  order: Type.Optional(Type.Union([Type.Literal('oldest'), Type.Literal('newest')])),
  /**
   * The order's number with or without its letter (R of a recharge, W of a withdraw order), the user's number (UID), or a
   * part of the user's name (of one or two characters: its beginning); of withdraw orders also the address of a wallet.
   */
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' })),
  /** Of what was asked for; both count as inside. */
  minAmount: Type.Optional(Bound),
  maxAmount: Type.Optional(Bound),
}
const rechargeFilters = {
  ...orderFilters,
  method: Type.Optional(Type.Union([Type.Literal('bank'), Type.Literal('wallet')])),
}
const withdrawFilters = {
  ...orderFilters,
  method: Type.Optional(Type.Union([Type.Literal('bank'), Type.Literal('eth'), Type.Literal('tron')])),
}

const page = {
  cursor: Type.Optional(Id),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
}

const paged = {
  nextCursor: Nullable(Id),
  /** Of a search: more names begin so than were looked at (500). */
  moreNames: Type.Boolean(),
  /**
   * How many orders the filter lists in all, and what they ask for: of those that wait for a decision, with the first page;
   * null where they are not counted (other states, later pages, more than 10 000).
   */
  totals: Nullable(Type.Object({ count: Type.Integer({ minimum: 0 }), amount: Amount })),
}

/** Who asks, and who has taken it on. */
const reviewed = {
  uid: Type.String(),
  username: Type.String(),
  version: Type.Integer(),
  /** Whether the caller has taken it on, another administrator has, or nobody. */
  takenBy: Type.Union([Type.Literal('me'), Type.Literal('other'), Type.Null()]),
  /** The name of the administrator who has taken it on, or decided it. */
  reviewer: Nullable(Type.String()),
}

/** Who may look and not act is told of the number its end. */
const Account = Type.Object({
  accountName: Type.String(),
  accountNumber: Type.String(),
  bankName: Type.String(),
})

export const ReviewedDeposit = Type.Object({
  ...depositFields,
  ...reviewed,
  payer: Account,
  /** The transaction its user told; null: none. `transactionId` is the one that was confirmed or proposed, else this one. */
  toldTransactionId: Nullable(Type.String()),
  /** Where it takes two administrators: what the first said has arrived, his name, and whether that was the caller. */
  proposed: Nullable(Type.Object({ amount: Amount, by: Type.String(), byMe: Type.Boolean() })),
})
export type ReviewedDeposit = Type.Static<typeof ReviewedDeposit>

export const ReviewedWithdrawal = Type.Object({
  ...withdrawalFields,
  ...reviewed,
  payee: Nullable(Account),
  approvedMs: Nullable(TimeMs),
  /** The name of who approved it. */
  approvedBy: Nullable(Type.String()),
  /** The name of who marked it as paid; that was when it ended. */
  paidBy: Nullable(Type.String()),
  /** Who booked that it came back, and the reason its user was given. */
  returnedBy: Nullable(Type.String()),
  returnRemark: Nullable(Type.String()),
  /** Who recorded that what had been given back was paid out after all, and the reason its user was given. */
  correctedBy: Nullable(Type.String()),
  correctionRemark: Nullable(Type.String()),
  /** What its user no longer had when that was recorded: the platform bore it. */
  shortfall: Nullable(Amount),
  /**
   * Whether the caller may not pay it, having given funds that reached its user or, above what one administrator may pay in 24
   * hours, having approved it; may not book that it came back, having paid it; or may not correct it, having given funds that
   * reached its user or, above the same or when its user no longer has all of it, having given this payment back.
   */
  needsOther: Type.Boolean(),
  /** It takes another administrator, and there is none: the caller cannot go on. */
  nobodyElse: Type.Boolean(),
  /**
   * Where it takes two and one of them is new or was changed by another one: from when on the caller can approve or pay it, or
   * book that it came back; where he paid it himself, from when on somebody else can.
   */
  twoFromMs: Nullable(TimeMs),
  checks: Type.Object({
    /** The account was changed in the last 24 hours; until then. */
    lockedUntilMs: Nullable(TimeMs),
    twoFactor: Type.Boolean(),
    /** What is frozen of the user covers it. */
    covered: Type.Boolean(),
  }),
})
export type ReviewedWithdrawal = Type.Static<typeof ReviewedWithdrawal>

const OneDeposit = Type.Object({ deposit: ReviewedDeposit })
const OneWithdrawal = Type.Object({ withdrawal: ReviewedWithdrawal })

export const countRechargeOrders = endpoint({
  method: 'GET',
  path: '/api/admin/recharge-orders/pending-count',
  audience: 'admin',
  permission: 'recharge-orders:read',
  data: Count,
})

export const listRechargeOrders = endpoint({
  method: 'GET',
  path: '/api/admin/recharge-orders',
  audience: 'admin',
  permission: 'recharge-orders:read',
  query: Type.Object({ ...rechargeFilters, ...page }),
  data: Type.Object({ deposits: Type.Array(ReviewedDeposit), ...paged }),
})

/** All of them as a file of CSV (UTF-8 with its mark, RFC 4180); words in the language of `Accept-Language`. */
export const exportRechargeOrders = endpoint({
  method: 'GET',
  path: '/api/admin/recharge-orders/export',
  audience: 'admin',
  permission: 'recharge-orders:read',
  query: Type.Object(rechargeFilters),
  data: Type.String(),
})

/** Takes it on, or over. All steps refuse with REVIEW_CONFLICT when another administrator was first. */
export const takeRechargeOrder = endpoint({
  method: 'POST',
  path: '/api/admin/recharge-orders/:id/take',
  audience: 'admin',
  permission: 'recharge-orders',
  params,
  body: Type.Object({ version: Version }, { additionalProperties: false }),
  data: OneDeposit,
})

/**
 * Credits what has arrived, which may be another amount than was told. Above what one administrator may credit in 24 hours,
 * to this user or in all, or more than was told, it is only proposed at first: another administrator takes the order over and approves the same amount. SECOND_ADMIN_REQUIRED: by who
 * proposed it, or when there is nobody else. PROPOSER_GONE: who proposed it may no longer do so; taken over, it is proposed anew.
 * A deposit to a wallet needs its transaction: DEPOSIT_TRANSACTION_INVALID when none of its network is named,
 * DEPOSIT_TRANSACTION_USED when another deposit was credited for it.
 */
export const approveRechargeOrder = endpoint({
  method: 'POST',
  path: '/api/admin/recharge-orders/:id/approve',
  audience: 'admin',
  permission: 'recharge-orders',
  params,
  body: Type.Object(
    {
      ...{ version: Version, credited: Amount, remark: Type.Optional(Remark) },
      transactionId: Type.Optional(Type.String({ maxLength: 200 })),
    },
    { additionalProperties: false },
  ),
  data: OneDeposit,
})

export const rejectRechargeOrder = endpoint({
  method: 'POST',
  path: '/api/admin/recharge-orders/:id/reject',
  audience: 'admin',
  permission: 'recharge-orders',
  params,
  body: Type.Object({ version: Version, remark: Remark }, { additionalProperties: false }),
  data: OneDeposit,
})

export const countWithdrawOrders = endpoint({
  method: 'GET',
  path: '/api/admin/withdraw-orders/pending-count',
  audience: 'admin',
  permission: 'withdraw-orders:read',
  data: Count,
})

export const listWithdrawOrders = endpoint({
  method: 'GET',
  path: '/api/admin/withdraw-orders',
  audience: 'admin',
  permission: 'withdraw-orders:read',
  query: Type.Object({ ...withdrawFilters, ...page }),
  data: Type.Object({ withdrawals: Type.Array(ReviewedWithdrawal), ...paged }),
})

/** As `exportRechargeOrders`. */
export const exportWithdrawOrders = endpoint({
  method: 'GET',
  path: '/api/admin/withdraw-orders/export',
  audience: 'admin',
  permission: 'withdraw-orders:read',
  query: Type.Object(withdrawFilters),
  data: Type.String(),
})

/** As typed; what identifies no payment on the network is refused as PAYOUT_REFERENCE_INVALID. */
const PayoutRef = Type.String({ minLength: 1, maxLength: 200, pattern: SHOWN_LINE })

const withdrawalStep = <const P extends string, B extends Type.TSchema>(name: P, body: B) =>
  endpoint({
    method: 'POST',
    path: `/api/admin/withdraw-orders/:id/${name}`,
    audience: 'admin',
    permission: 'withdraw-orders',
    params,
    body,
    data: OneWithdrawal,
  })

export const takeWithdrawOrder = withdrawalStep(
  'take',
  Type.Object({ version: Version }, { additionalProperties: false }),
)
/** Not while its user is frozen (PAYEE_FROZEN). Above the limit another one pays it: SECOND_ADMIN_REQUIRED when there is nobody else, SECOND_ADMIN_TOO_NEW when not yet. */
export const approveWithdrawOrder = withdrawalStep(
  'approve',
  Type.Object({ version: Version }, { additionalProperties: false }),
)
/** Before it is approved: what was frozen goes back. */
export const rejectWithdrawOrder = withdrawalStep(
  'reject',
  Type.Object({ version: Version, remark: Remark }, { additionalProperties: false }),
)
/**
 * Paid out of frozen, by an administrator who never credited its user. Above what one may pay in 24 hours, to this user or in
 * all, by another one than approved it (SECOND_ADMIN_REQUIRED), while that one may still do so (PROPOSER_GONE; it can be set to
 * failed). Not while its user is frozen (PAYEE_FROZEN). The reference is PAYOUT_REFERENCE_INVALID when it identifies no payment
 * on its network, PAYOUT_REFERENCE_USED when another withdrawal was paid so.
 */
export const payWithdrawOrder = withdrawalStep(
  'pay',
  Type.Object({ version: Version, payoutRef: PayoutRef }, { additionalProperties: false }),
)
/** Approved, and could not be paid: what was frozen goes back. */
export const failWithdrawOrder = withdrawalStep(
  'fail',
  Type.Object({ version: Version, remark: Remark }, { additionalProperties: false }),
)
/**
 * Set to failed, or booked as come back, and paid out after all: a new record, once. It is taken from what is available of its
 * user; `shortfall` is what is missing there as the caller saw it (REVIEW_CONFLICT when it is another amount by now), and is
 * borne by the platform. Above the limit by another administrator than the one who gave it back (SECOND_ADMIN_REQUIRED).
 */
export const correctWithdrawOrder = withdrawalStep(
  'correct',
  Type.Object(
    { version: Version, payoutRef: PayoutRef, shortfall: Amount, remark: Remark },
    { additionalProperties: false },
  ),
)
/** Paid, and came back: a new record that reverses it. Above the limit by another one than who paid (SECOND_ADMIN_REQUIRED). */
export const returnWithdrawOrder = withdrawalStep(
  'return',
  Type.Object({ version: Version, remark: Remark }, { additionalProperties: false }),
)
