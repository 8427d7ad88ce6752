import type { FieldFault } from '@truestrike/protocol/endpoint.ts'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from '../../lib/api-error.ts'

/** At which field an error is shown. */
const FIELD_OF: Readonly<Record<string, string>> = {
  USERNAME_EXISTS: 'username',
  USERNAME_RESERVED: 'username',
  USERNAME_MIXED: 'username',
  EMAIL_EXISTS: 'email',
  INVALID_INVITE_CODE: 'inviteCode',
  PASSWORD_WEAK: 'password',
  PASSWORD_MISMATCH: 'confirmPassword',
  TERMS_NOT_ACCEPTED: 'agreeTerms',
  CODE_INVALID: 'code',
}

export interface ServerFault {
  /** Null: the form as a whole. */
  field: string | null
  /** The words of the server, or null when only the rule is known. */
  message: string | null
  rule: string | null
}

/** Sorts a refusal to the fields it belongs to; `fields` are those the form has. */
export function serverFaults(error: unknown, fields: readonly string[]): ServerFault[] {
  if (!(error instanceof ApiError)) return [{ field: null, message: null, rule: null }]
  const field = FIELD_OF[error.code]
  if (field !== undefined && fields.includes(field)) return [{ field, message: error.message, rule: null }]
  const named = error.details?.fields
  if (Array.isArray(named)) {
    const known = named.filter((fault: FieldFault) => fields.includes(fault.field))
    if (known.length > 0) return known.map(({ field, rule }) => ({ field, message: null, rule }))
  }
  return [{ field: null, message: error.message, rule: null }]
}

interface Form<V extends FieldValues> {
  setError: UseFormSetError<V>
  /** Those the form has. */
  fields: readonly string[]
  /** For the form as a whole, where the server has no words. */
  otherwise: string
  shouldFocus?: boolean
}

/** Shows a refusal at the fields it belongs to. */
export function showServerFaults<V extends FieldValues>(
  error: unknown,
  { setError, fields, otherwise, shouldFocus = false }: Form<V>,
): void {
  for (const { field, message, rule } of serverFaults(error, fields)) {
    if (field === null) setError('root', { message: message ?? otherwise })
    else
      setError(field as Path<V>, { type: rule ?? 'server', ...(message ? { message } : {}) }, { shouldFocus })
  }
}
