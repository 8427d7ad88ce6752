/**
 * Every error code that crosses the wire, with the HTTP status it answers with.
 * A code is worded in all eight languages in `messages/`: a new one does not build until it is.
 */
export const ERRORS = {
  // input and transport
  INVALID_PARAMETERS: 400,
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
  INVALID_INVITE_CODE: 400,
  USERNAME_EXISTS: 409,
  USERNAME_RESERVED: 400,
  EMAIL_EXISTS: 409,
  TERMS_NOT_ACCEPTED: 400,
  PASSWORD_MISMATCH: 400,
  MAIL_NOT_CONFIGURED: 503,
  LOGIN_TYPE_DISABLED: 403,
  // administrators
  ADMIN_LOGIN_FAILED: 401,
  ADMIN_SESSION_INVALID: 403,
  ADMIN_PASSWORD_EXPIRED: 401,
  ADMIN_PASSWORD_CHANGE_REQUIRED: 403,
  PERMISSION_DENIED: 403,
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
  // market
  PRODUCT_NOT_FOUND: 404,
  CONTRACT_NOT_FOUND: 404,
  RANGE_NOT_AVAILABLE: 404,
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
