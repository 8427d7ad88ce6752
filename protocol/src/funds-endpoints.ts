import * as Type from 'typebox'
import { BillStatus } from './bill-endpoints.ts'
import { endpoint } from './endpoint.ts'
import { FileAddress } from './profile-endpoints.ts'
import { Amount, Id, TimeMs } from './scalars.ts'
import { ProtectionChange } from './security-endpoints.ts'
import { ACCOUNT_NAME, ACCOUNT_NUMBER, ADDRESS_LABEL, BANK_NAME, WALLET_ADDRESS } from './text-rules.ts'

/** Chosen by the caller: the same one with the same content acts once, and answers as it did then. */
const RequestId = Type.String({ pattern: '^[A-Za-z0-9_-]{8,64}$', maxLength: 64 })
/** As typed: what is no amount is refused as one, in words of its own. */
const TypedAmount = Type.String({ maxLength: 40 })
const Network = Type.Union([Type.Literal('eth'), Type.Literal('tron')])
export type Network = Type.Static<typeof Network>
const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])

const Limits = Type.Object({ min: Amount, max: Amount })

/** What money may come and go, and whether it may now. */
export const FundsOverview = Type.Object({
  /** Named by a withdrawal: it is refused when limits or fees have changed since they were shown. */
  ruleVersion: Type.Integer(),
  deposit: Limits,
  withdrawal: Type.Object({
    min: Amount,
    max: Amount,
    /** Flat. */
    walletFee: Amount,
    /** Share of the amount in basis points, and the least it is. */
    bankFeeBps: Type.Integer(),
    bankFeeMin: Amount,
    /** The identity check must be passed first, and is not. */
    identityMissing: Type.Boolean(),
  }),
  transfer: Limits,
  /** No withdrawal and no transfer until then; null: not locked. */
  lockedUntilMs: Nullable(TimeMs),
  /** The change they are locked after. */
  lockedBy: Nullable(ProtectionChange),
  /** What they are confirmed with; `none`: the user has neither yet and must set a password first. */
  confirmation: Type.Union([Type.Literal('password'), Type.Literal('code'), Type.Literal('none')]),
})
export type FundsOverview = Type.Static<typeof FundsOverview>

export const getFunds = endpoint({
  method: 'GET',
  path: '/api/account/funds',
  audience: 'user',
  data: FundsOverview,
})

const methodFields = {
  id: Id,
  kind: Type.Union([Type.Literal('bank'), Type.Literal('wallet')]),
  /** In the operator's words; null: named by kind and network. */
  name: Nullable(Type.String()),
  network: Nullable(Network),
  address: Nullable(Type.String()),
  accountName: Nullable(Type.String()),
  accountNumber: Nullable(Type.String()),
  bankName: Nullable(Type.String()),
  instructions: Type.String(),
  /** Address of a picture with a code to scan. */
  picture: Nullable(Type.String()),
  /** Nobody’s: for trying the product without money. */
  isTest: Type.Boolean(),
}
export const DepositMethod = Type.Object(methodFields)
export type DepositMethod = Type.Static<typeof DepositMethod>

/** No longer offered: nothing is to be paid to it any more, and requests of who has paid are taken until then. */
export const EndedMethod = Type.Object({ ...methodFields, takenUntilMs: TimeMs })
export type EndedMethod = Type.Static<typeof EndedMethod>

/** `methods`: those that are offered; `ended`: those that were, as they were told, less than 24 hours ago. */
export const listDepositMethods = endpoint({
  method: 'GET',
  path: '/api/account/deposits/methods',
  audience: 'user',
  data: Type.Object({ methods: Type.Array(DepositMethod), ended: Type.Array(EndedMethod) }),
})

/** Also part of what a reviewer sees. */
export const depositFields = {
  id: Id,
  kind: Type.Union([Type.Literal('bank'), Type.Literal('wallet')]),
  network: Nullable(Network),
  amount: Amount,
  /** The transaction on the blockchain, as it was confirmed, else as its user told it; of a deposit to a wallet only. */
  transactionId: Nullable(Type.String()),
  /** What the reviewer confirmed. */
  credited: Nullable(Amount),
  state: BillStatus,
  /** The reviewer’s words. */
  remark: Nullable(Type.String()),
  createdMs: TimeMs,
  endedMs: Nullable(TimeMs),
  /** What the user handed in to show that he paid. */
  receipt: Nullable(
    Type.Object({ type: Type.Union([Type.Literal('picture'), Type.Literal('pdf')]), uploadedMs: TimeMs }),
  ),
}
export const Deposit = Type.Object(depositFields)
export type Deposit = Type.Static<typeof Deposit>

/**
 * Refusals: IDEMPOTENCY_MISMATCH, DEPOSIT_METHOD_UNKNOWN, DEPOSIT_TRANSACTION_INVALID (no transaction of the method's network),
 * DEPOSIT_TRANSACTION_USED (a deposit was credited for it), AMOUNT_INVALID, AMOUNT_OUT_OF_RANGE, DEPOSITS_OPEN.
 */
export const createDeposit = endpoint({
  method: 'POST',
  path: '/api/account/deposits',
  audience: 'user',
  body: Type.Object(
    {
      requestId: RequestId,
      methodId: Id,
      amount: TypedAmount,
      accountName: Type.String({ ...ACCOUNT_NAME }),
      accountNumber: Type.String({ ...ACCOUNT_NUMBER }),
      bankName: Type.Optional(Type.String({ ...BANK_NAME })),
      /** Of a payment to a wallet, as typed. */
      transactionId: Type.Optional(Type.String({ maxLength: 200 })),
    },
    { additionalProperties: false },
  ),
  data: Type.Object({ deposit: Deposit }),
})

const page = {
  cursor: Type.Optional(Id),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  /** Without it, all. */
  which: Type.Optional(Type.Literal('open')),
}

export const listDeposits = endpoint({
  method: 'GET',
  path: '/api/account/deposits',
  audience: 'user',
  query: Type.Object(page),
  data: Type.Object({ deposits: Type.Array(Deposit), nextCursor: Nullable(Id) }),
})

/** Refusals: DEPOSIT_NOT_FOUND, REQUEST_TAKEN_ON once a reviewer has it. */
export const cancelDeposit = endpoint({
  method: 'POST',
  path: '/api/account/deposits/:id/cancel',
  audience: 'user',
  params: Type.Object({ id: Id }),
  data: Type.Object({ deposit: Deposit }),
})

const ofOneDeposit = {
  path: '/api/account/deposits/:id/receipt',
  audience: 'user',
  params: Type.Object({ id: Id }),
} as const

/**
 * `multipart/form-data` with one part `file`: a JPEG, PNG or WebP picture or a PDF, at most 5 MB. The one before it is gone.
 * Refusals: FILE_MISSING, FILE_TOO_LARGE, DEPOSIT_NOT_FOUND, REQUEST_TAKEN_ON once a reviewer has it, PAPER_TYPE_REFUSED,
 * PICTURE_TOO_LARGE, PICTURE_UNREADABLE, PDF_UNREADABLE, PDF_ENCRYPTED, PDF_ACTIVE, FILE_NOT_CHECKED.
 */
export const putDepositReceipt = endpoint({
  ...ofOneDeposit,
  method: 'POST',
  body: Type.Object({}, { additionalProperties: false }),
  data: Type.Object({ deposit: Deposit }),
})

/** Where its owner gets it. Refusals: NOT_FOUND. */
export const getDepositReceipt = endpoint({ ...ofOneDeposit, method: 'GET', data: FileAddress })

/** Refusals: DEPOSIT_NOT_FOUND, REQUEST_TAKEN_ON once a reviewer has it. */
export const removeDepositReceipt = endpoint({
  ...ofOneDeposit,
  method: 'DELETE',
  data: Type.Object({ deposit: Deposit }),
})

/** Also part of what a reviewer sees. */
export const withdrawalFields = {
  id: Id,
  method: Type.Union([Type.Literal('wallet'), Type.Literal('bank')]),
  network: Nullable(Network),
  address: Nullable(Type.String()),
  /** The bank, and the end of the account’s number. */
  bankName: Nullable(Type.String()),
  accountEnd: Nullable(Type.String()),
  amount: Amount,
  fee: Amount,
  /** What is paid out: amount − fee. */
  actual: Amount,
  state: BillStatus,
  remark: Nullable(Type.String()),
  /** Where the payout is found outside. */
  payoutRef: Nullable(Type.String()),
  createdMs: TimeMs,
  endedMs: Nullable(TimeMs),
  /** When the payout came back. */
  returnedMs: Nullable(TimeMs),
  /** When a payout that had been given back was found to have been made. */
  correctedMs: Nullable(TimeMs),
}
export const Withdrawal = Type.Object(withdrawalFields)
export type Withdrawal = Type.Static<typeof Withdrawal>

const confirmation = {
  password: Type.Optional(Type.String({ maxLength: 200 })),
  code: Type.Optional(Type.String({ maxLength: 40 })),
}

/**
 * Freezes the amount. Refusals, in this order: IDEMPOTENCY_MISMATCH, USER_FROZEN, WITHDRAWALS_LOCKED,
 * WITHDRAWAL_METHOD_INVALID, BANK_DETAILS_MISSING, WITHDRAWAL_ADDRESS_INVALID, AMOUNT_INVALID, IDENTITY_REQUIRED,
 * FUNDS_RULES_CHANGED, AMOUNT_OUT_OF_RANGE, INSUFFICIENT_BALANCE, then those of the confirmation.
 */
export const createWithdrawal = endpoint({
  method: 'POST',
  path: '/api/account/withdrawals',
  audience: 'user',
  body: Type.Object(
    {
      requestId: RequestId,
      ruleVersion: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
      method: Type.String({ maxLength: 20 }),
      amount: TypedAmount,
      network: Type.Optional(Type.String({ maxLength: 20 })),
      address: Type.Optional(Type.String({ ...WALLET_ADDRESS })),
      accountName: Type.Optional(Type.String({ maxLength: ACCOUNT_NAME.maxLength })),
      accountNumber: Type.Optional(Type.String({ maxLength: ACCOUNT_NUMBER.maxLength })),
      bankName: Type.Optional(Type.String({ maxLength: BANK_NAME.maxLength })),
      ...confirmation,
    },
    { additionalProperties: false },
  ),
  data: Type.Object({ withdrawal: Withdrawal }),
})

export const listWithdrawals = endpoint({
  method: 'GET',
  path: '/api/account/withdrawals',
  audience: 'user',
  query: Type.Object(page),
  data: Type.Object({ withdrawals: Type.Array(Withdrawal), nextCursor: Nullable(Id) }),
})

export const SavedAddress = Type.Object({
  id: Id,
  network: Network,
  address: Type.String(),
  label: Type.String(),
  isDefault: Type.Boolean(),
})
export type SavedAddress = Type.Static<typeof SavedAddress>

const Addresses = Type.Object({ addresses: Type.Array(SavedAddress) })

export const listAddresses = endpoint({
  method: 'GET',
  path: '/api/account/addresses',
  audience: 'user',
  data: Addresses,
})

/** The first one is the default. Refusals: WITHDRAWAL_ADDRESS_INVALID, ADDRESS_SAVED, ADDRESS_LIMIT. */
export const saveAddress = endpoint({
  method: 'POST',
  path: '/api/account/addresses',
  audience: 'user',
  body: Type.Object(
    {
      network: Network,
      address: Type.String({ ...WALLET_ADDRESS }),
      label: Type.String({ ...ADDRESS_LABEL }),
      isDefault: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  data: Addresses,
})

/** Another name for it. Refusals: ADDRESS_NOT_FOUND. */
export const renameAddress = endpoint({
  method: 'POST',
  path: '/api/account/addresses/:id',
  audience: 'user',
  params: Type.Object({ id: Id }),
  body: Type.Object({ label: Type.String({ ...ADDRESS_LABEL }) }, { additionalProperties: false }),
  data: Addresses,
})

/** Refusals: ADDRESS_NOT_FOUND. */
export const setDefaultAddress = endpoint({
  method: 'POST',
  path: '/api/account/addresses/:id/default',
  audience: 'user',
  params: Type.Object({ id: Id }),
  data: Addresses,
})

/** Refusals: ADDRESS_NOT_FOUND. */
export const removeAddress = endpoint({
  method: 'DELETE',
  path: '/api/account/addresses/:id',
  audience: 'user',
  params: Type.Object({ id: Id }),
  data: Addresses,
})

/**
 * To the user with this number, if his name is the one typed; done at once. Refusals, in this order:
 * IDEMPOTENCY_MISMATCH, USER_FROZEN, WITHDRAWALS_LOCKED, AMOUNT_INVALID, AMOUNT_OUT_OF_RANGE, RECIPIENT_UNKNOWN (nobody
 * has the number, or the name is another), RECIPIENT_TRIES_USED (ten of them in an hour), TRANSFER_TO_SELF,
 * INSUFFICIENT_BALANCE, then those of the confirmation.
 */
export const createTransfer = endpoint({
  method: 'POST',
  path: '/api/account/transfers',
  audience: 'user',
  body: Type.Object(
    {
      requestId: RequestId,
      uid: Type.String({ pattern: '^[0-9]{10}$', maxLength: 10 }),
      username: Type.String({ minLength: 1, maxLength: 40 }),
      amount: TypedAmount,
      ...confirmation,
    },
    { additionalProperties: false },
  ),
  data: Type.Object({ transfer: Type.Object({ id: Id, amount: Amount, createdMs: TimeMs }) }),
})
