import type { Failure } from '@truestrike/protocol/endpoint.ts'
import { type ErrorCode, isErrorCode } from '@truestrike/protocol/errors.ts'
import axios from 'axios'
import { errorText, type FaultCode, statusText } from './error-text.ts'

/** A call that did not succeed; `message` is worded for the user. */
export class ApiError extends Error {
  readonly code: FaultCode
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  readonly details: Failure['details']
  readonly requestId: string | null
  /** Seconds the server asks to wait, or null. */
  readonly retryAfterSeconds: number | null

  constructor(
    code: FaultCode,
    message: string,
    more: {
      status?: number
      details?: Failure['details']
      requestId?: string | null
      retryAfterSeconds?: number | null
    } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = more.status ?? 0
    this.details = more.details
    this.requestId = more.requestId ?? null
    this.retryAfterSeconds = more.retryAfterSeconds ?? null
  }

  is(...codes: FaultCode[]): boolean {
    return codes.includes(this.code)
  }
}

/** Codes after which nobody knows whether the server acted: repeat with the same id. */
const UNCERTAIN: readonly FaultCode[] = [
  'OUTCOME_UNKNOWN',
  'NETWORK_ERROR',
  'REQUEST_TIMEOUT',
  'HTTP_STATUS',
  'SERVER_ERROR',
  'UNKNOWN',
]

export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError) || !UNCERTAIN.includes(error.code)) return false
  // A refusal by something in between has no code of ours, yet says that nothing was done; 408 does not.
  const refused = error.status >= 400 && error.status < 500 && error.status !== 408
  return !(error.code === 'HTTP_STATUS' && refused)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The error of an answered body `{success: false, …}`; null when the body is something else. */
export function failureOf(
  status: number,
  body: unknown,
  retryAfterSeconds: number | null = null,
): ApiError | null {
  if (!isRecord(body) || body.success !== false) return null
  const serverMessage = typeof body.message === 'string' ? body.message : undefined
  const code = isErrorCode(body.code) ? body.code : null
  const details = isRecord(body.details) ? (body.details as Failure['details']) : undefined
  const requestId = typeof body.requestId === 'string' ? body.requestId : null
  return new ApiError(
    code ?? 'HTTP_STATUS',
    code === null ? errorText('OPERATION_FAILED', serverMessage) : errorText(code, serverMessage),
    { status, details, requestId, retryAfterSeconds },
  )
}

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'UNAUTHORIZED',
  403: 'ACCESS_DENIED',
  404: 'NOT_FOUND',
  500: 'SERVER_ERROR',
}

/** Turns whatever was thrown into an `ApiError`. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (!axios.isAxiosError(error)) return new ApiError('UNKNOWN', errorText('UNKNOWN'))
  if (error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT') {
    return new ApiError('REQUEST_TIMEOUT', errorText('REQUEST_TIMEOUT'))
  }
  const response = error.response
  if (response === undefined) return new ApiError('NETWORK_ERROR', errorText('NETWORK_ERROR'))
  const seconds = Number(response.headers?.['retry-after'])
  const retryAfterSeconds = Number.isFinite(seconds) && seconds > 0 ? seconds : null
  const failure = failureOf(response.status, response.data, retryAfterSeconds)
  if (failure !== null) return failure
  const code = BY_STATUS[response.status]
  if (code !== undefined) return new ApiError(code, errorText(code), { status: response.status })
  return new ApiError('HTTP_STATUS', statusText(response.status), { status: response.status })
}
