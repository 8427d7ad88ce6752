/** A statement the database refused. `code` is the SQLSTATE (`23505` unique violation, `40001` serialisation …). */
export class DbError extends Error {
  readonly code: string
  readonly constraint: string | undefined
  readonly table: string | undefined
  readonly detail: string | undefined

  constructor(fault: DbFault) {
    super(fault.message)
    this.name = 'DbError'
    this.code = fault.code
    this.constraint = fault.constraint
    this.table = fault.table
    this.detail = fault.detail
  }
}

/** What crosses the thread boundary of a refusal: plain values only. */
export interface DbFault {
  message: string
  code: string
  constraint?: string | undefined
  table?: string | undefined
  detail?: string | undefined
}

/**
 * The connection was lost while COMMIT was under way, or before its work could be read: it may or may not be durable.
 * Callers answer 503 and let the caller's own id (client order id, request id) resolve it; never retry blindly.
 */
export class CommitUnknownError extends Error {
  constructor(
    cause: unknown,
    message = 'the result of COMMIT is unknown: the connection to the database was lost',
  ) {
    super(message, { cause })
    this.name = 'CommitUnknownError'
  }
}

/** The database cannot be reached (before or between transactions): nothing was committed. */
export class DbUnavailableError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DbUnavailableError'
  }
}

/** SQLSTATE of anything thrown, or null when it is not a refusal of the database. */
export function sqlState(error: unknown): string | null {
  return error instanceof DbError ? error.code : null
}

/** Reads the fields of a driver's error (both drivers name them alike). */
export function toDbFault(error: unknown): DbFault {
  const fields = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  const text = (key: string): string | undefined => {
    const value = fields[key]
    return typeof value === 'string' ? value : undefined
  }
  return {
    message: error instanceof Error ? error.message : String(error),
    code: text('code') ?? 'XX000',
    constraint: text('constraint'),
    table: text('table'),
    detail: text('detail'),
  }
}
