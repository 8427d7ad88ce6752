import type { FieldFault } from '@truestrike/protocol/endpoint.ts'
import type { ErrorCode } from '@truestrike/protocol/errors.ts'
import type { CookieToSet } from './route.ts'

export type ErrorDetails = Record<string, string | number | FieldFault[]>

/** An expected refusal: becomes the failure envelope with the status of `ERRORS[code]`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails | undefined
  /** Seconds for the Retry-After header. */
  readonly retryAfterSeconds: number | undefined
  /** Set with the refusal, as when it asks for a second step that only this browser may take. */
  readonly cookies: readonly CookieToSet[]

  constructor(
    code: ErrorCode,
    details?: ErrorDetails,
    retryAfterSeconds?: number,
    cookies: readonly CookieToSet[] = [],
  ) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
    this.cookies = cookies
  }
}

/** A field that reads well and still is none. */
export const faultyField = (field: string, rule: string): AppError =>
  new AppError('INVALID_PARAMETERS', { fields: [{ field, rule }] })
