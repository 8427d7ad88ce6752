/**
 * Every error code that crosses the wire, with the HTTP status it answers with.
 * A code is worded in all eight languages in `messages/`: a new one does not build until it is.
 */
export const ERRORS = {
  // input and transport
  INVALID_PARAMETERS: 400,
  /** A text that others are shown holds controls or marks that turn its direction; `details.field` names it. */
  HIDDEN_CHARACTERS: 400,
  MALFORMED_REQUEST: 400,
  UNAUTHORIZED: 401,
  SESSION_EXPIRED: 401,
  CSRF_REJECTED: 403,
  ORIGIN_REJECTED: 403,
  ACCESS_DENIED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  OUTCOME_UNKNOWN: 503,
  // sign-in and registration
  LOGIN_FAILED: 401,
  ACCOUNT_LOCKED: 429,
  /** After a right first step: `details.ticket` is for the second one. */
  TWO_FACTOR_REQUIRED: 403,
  /** After a right mailed code: `details.ticket` is for the choice between the old password and a new one. */
  ADDRESS_UNCONFIRMED: 403,
  TWO_FACTOR_WRONG: 400,
  /** After a hundred wrong codes of the app in a row; a recovery code still counts. */
  TWO_FACTOR_BLOCKED: 403,
  TWO_FACTOR_CHANGED: 409,
  PROOF_REQUIRED: 403,
  SIGN_IN_EXPIRED: 400,
  INVALID_INVITE_CODE: 400,
  /** Of a new wallet user who gave none, where the operator asks for one; the signed message is good once more with a code. */
  INVITE_CODE_REQUIRED: 400,
  USERNAME_EXISTS: 409,
  USERNAME_RESERVED: 400,
  USERNAME_MIXED: 400,
  NICKNAME_RESERVED: 400,
  EMAIL_EXISTS: 409,
  EMAIL_MISSING: 409,
  TERMS_NOT_ACCEPTED: 400,
  PASSWORD_MISMATCH: 400,
  /** It would be guessed in few tries; `details.field` names it. */
  PASSWORD_WEAK: 400,
  MAIL_NOT_CONFIGURED: 503,
  CODE_INVALID: 400,
  CODE_TOO_SOON: 429,
  RESET_EXPIRED: 400,
  LOGIN_TYPE_DISABLED: 403,
  // files and pictures
  FILE_MISSING: 400,
  FILE_TOO_LARGE: 413,
  FILE_TYPE_REFUSED: 415,
  PICTURE_TOO_LARGE: 400,
  PICTURE_UNREADABLE: 400,
  PAPER_TYPE_REFUSED: 415,
  PDF_UNREADABLE: 400,
  PDF_ENCRYPTED: 400,
  PDF_ACTIVE: 400,
  /** The process that looks at files died, or was too slow: that says nothing of this file. */
  FILE_NOT_CHECKED: 503,
  // identity checks
  IDENTITY_PENDING: 409,
  IDENTITY_VERIFIED: 409,
  /** Who is to confirm an identity has not opened each of its documents. */
  IDENTITY_NOT_SEEN: 409,
  // administrators
  ADMIN_LOGIN_FAILED: 401,
  ADMIN_SESSION_INVALID: 403,
  ADMIN_PASSWORD_EXPIRED: 401,
  ADMIN_PASSWORD_CHANGE_REQUIRED: 403,
  PERMISSION_DENIED: 403,
  ADMIN_NETWORK_REFUSED: 403,
  ADMIN_TWO_FACTOR_REQUIRED: 403,
  ADMINISTRATOR_NOT_FOUND: 404,
  ADMINISTRATOR_SELF: 403,
  ADMINISTRATOR_CHANGED: 409,
  ADMINISTRATOR_LAST_OWNER: 409,
  // orders, in the order in which they are refused (rules, life of a contract, step 2)
  IDEMPOTENCY_MISMATCH: 409,
  USER_FROZEN: 403,
  SELF_EXCLUDED: 403,
  BOOK_DISABLED: 403,
  COUNTRY_NOT_ALLOWED: 403,
  IDENTITY_REQUIRED: 403,
  TRADING_HALTED: 503,
  PRODUCT_DISABLED: 409,
  MARKET_CLOSED: 409,
  PRICE_STALE: 409,
  RULE_DISABLED: 409,
  QUOTE_CHANGED: 409,
  STAKE_TOO_SMALL: 400,
  STAKE_TOO_LARGE: 400,
  OWN_LIMIT_REACHED: 409,
  EXPOSURE_LIMIT: 409,
  INSUFFICIENT_BALANCE: 409,
  // the practice balance
  RESET_CONTRACTS_OPEN: 409,
  RESETS_USED_UP: 429,
  // money that comes and goes
  AMOUNT_INVALID: 400,
  AMOUNT_OUT_OF_RANGE: 400,
  FUNDS_RULES_CHANGED: 409,
  DEPOSIT_METHOD_UNKNOWN: 400,
  DEPOSIT_NOT_FOUND: 404,
  DEPOSITS_OPEN: 409,
  /** It is no transaction of the network, or none was named where one has to be. */
  DEPOSIT_TRANSACTION_INVALID: 400,
  /** Another deposit was credited for it. */
  DEPOSIT_TRANSACTION_USED: 409,
  REQUEST_TAKEN_ON: 409,
  WITHDRAWAL_METHOD_INVALID: 400,
  BANK_DETAILS_MISSING: 400,
  WITHDRAWAL_ADDRESS_INVALID: 400,
  WITHDRAWALS_LOCKED: 403,
  CONFIRMATION_MISSING: 403,
  ADDRESS_SAVED: 409,
  ADDRESS_LIMIT: 409,
  ADDRESS_NOT_FOUND: 404,
  RECIPIENT_UNKNOWN: 404,
  RECIPIENT_TRIES_USED: 429,
  TRANSFER_TO_SELF: 400,
  REVIEW_CONFLICT: 409,
  REVIEW_NOT_FOUND: 404,
  /** It does not identify a payment on the network it was made over. */
  PAYOUT_REFERENCE_INVALID: 400,
  /** Another withdrawal was paid by the same transaction. */
  PAYOUT_REFERENCE_USED: 409,
  SECOND_ADMIN_REQUIRED: 403,
  /** One of the two is new, or was let in anew or given more by another one; `details.fromMs` says when that is over. */
  SECOND_ADMIN_TOO_NEW: 403,
  PROPOSAL_EXPIRED: 409,
  /** Who proposed it is disabled by now, or may no longer do it. */
  PROPOSER_GONE: 409,
  PAYEE_FROZEN: 409,
  USER_NOT_FOUND: 404,
  // what operators set
  CONFIG_CHANGED: 409,
  PRODUCT_EXISTS: 409,
  // voids
  VOID_INTERVAL_INVALID: 400,
  VOID_REASON_TOO_LONG: 400,
  VOID_EXPIRED: 409,
  // market
  PRODUCT_NOT_FOUND: 404,
  CONTRACT_NOT_FOUND: 404,
  RANGE_NOT_AVAILABLE: 404,
  // price alerts
  ALERT_PRICE_INVALID: 400,
  ALERT_REACHED: 409,
  ALERT_LIMIT: 409,
  // announcements
  ANNOUNCEMENT_INCOMPLETE: 400,
  ANNOUNCEMENT_PERIOD_INVALID: 400,
  // wallets, in the order in which a signed message is checked
  WALLET_ADDRESS_INVALID: 400,
  WALLET_MESSAGE_UNKNOWN: 400,
  WALLET_MESSAGE_USED: 409,
  WALLET_MESSAGE_EXPIRED: 400,
  WALLET_MESSAGE_CHANGED: 400,
  WALLET_WRONG_CHAIN: 400,
  WALLET_WRONG_ACCOUNT: 400,
  WALLET_CONTRACT: 400,
  WALLET_SIGNATURE_INVALID: 400,
  WALLET_TAKEN: 409,
  WALLET_LIMIT: 409,
  WALLET_LAST_SIGN_IN: 409,
  WALLET_NOT_FOUND: 404,
  // sockets
  SOCKET_MESSAGE_INVALID: 400,
  SOCKET_TOO_MANY_MESSAGES: 429,
  SOCKET_SUBSCRIPTION_LIMIT: 429,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof ERRORS

/** Codes an order can be refused with, in the order the checks are made. */
export const ORDER_REFUSALS = [
  'IDEMPOTENCY_MISMATCH',
  'USER_FROZEN',
  'SELF_EXCLUDED',
  'BOOK_DISABLED',
  'COUNTRY_NOT_ALLOWED',
  'IDENTITY_REQUIRED',
  'TRADING_HALTED',
  'PRODUCT_DISABLED',
  'MARKET_CLOSED',
  'PRICE_STALE',
  'RULE_DISABLED',
  'QUOTE_CHANGED',
  'STAKE_TOO_SMALL',
  'STAKE_TOO_LARGE',
  'OWN_LIMIT_REACHED',
  'EXPOSURE_LIMIT',
  'INSUFFICIENT_BALANCE',
] as const satisfies readonly ErrorCode[]

export type OrderRefusal = (typeof ORDER_REFUSALS)[number]

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value)
}
