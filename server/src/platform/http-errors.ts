import type { Failure } from '@truestrike/protocol/endpoint.ts'
import { ERRORS, type ErrorCode } from '@truestrike/protocol/errors.ts'
import { type Locale, messageFor } from '@truestrike/protocol/messages/locales.ts'
import { withRetry } from '@truestrike/protocol/messages/retry-words.ts'
import { AppError } from './app-error.ts'
import { CommitUnknownError, DbError, DbUnavailableError } from './db-error.ts'

/** When the database is away: a client asks again after this many seconds. */
const UNAVAILABLE_RETRY_SECONDS = 2

const TRANSPORT_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
}

/** SQLSTATE classes that say the database cannot work now: connection, resources, operator, serialisation, system. */
const UNAVAILABLE_STATES = /^(08|53|57|58|40)/
/** The net under the schemas: text or number the database cannot hold. */
const BAD_VALUE_STATES = new Set(['22021', '22P02', '22P05', '22003', '22001', '22008'])

export interface Refusal {
  error: AppError
  /** True when it must be logged whole: nobody foresaw it. */
  unexpected: boolean
}

/** What anything thrown becomes on the wire. */
export function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof AppError) return { error: thrown, unexpected: false }
  if (thrown instanceof CommitUnknownError) return unforeseen('OUTCOME_UNKNOWN', UNAVAILABLE_RETRY_SECONDS)
  if (thrown instanceof DbUnavailableError)
    return unforeseen('SERVICE_UNAVAILABLE', UNAVAILABLE_RETRY_SECONDS)
  if (thrown instanceof DbError) return databaseRefusal(thrown)
  const status = statusOf(thrown)
  if (status === 503) return { error: new AppError('SERVICE_UNAVAILABLE', undefined, 1), unexpected: false }
  if (status < 400 || status >= 500) return unforeseen('SERVER_ERROR')
  const code = TRANSPORT_CODES[textOf(thrown, 'code')] ?? 'MALFORMED_REQUEST'
  return { error: new AppError(code), unexpected: false }
}

function unforeseen(code: ErrorCode, retryAfterSeconds?: number): Refusal {
  return { error: new AppError(code, undefined, retryAfterSeconds), unexpected: true }
}

function databaseRefusal(error: DbError): Refusal {
  if (BAD_VALUE_STATES.has(error.code)) return unforeseen('INVALID_PARAMETERS')
  if (UNAVAILABLE_STATES.test(error.code)) return unforeseen('SERVICE_UNAVAILABLE', UNAVAILABLE_RETRY_SECONDS)
  return unforeseen('SERVER_ERROR')
}

function statusOf(thrown: unknown): number {
  if (typeof thrown !== 'object' || thrown === null || !('statusCode' in thrown)) return 0
  return typeof thrown.statusCode === 'number' ? thrown.statusCode : 0
}

function textOf(thrown: unknown, key: string): string {
  const value =
    typeof thrown === 'object' && thrown !== null ? (thrown as Record<string, unknown>)[key] : undefined
  return typeof value === 'string' ? value : ''
}

export const httpStatusOf = (error: AppError): number => ERRORS[error.code]

export function failureOf(error: AppError, locale: Locale, requestId: string): Failure {
  return {
    success: false,
    code: error.code,
    message: withRetry(locale, error.code, messageFor(locale, error.code), error.retryAfterSeconds),
    ...(error.details === undefined ? {} : { details: error.details }),
    requestId,
  }
}
