import type { TFunction } from 'i18next'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from '../../lib/api-error.ts'

const FIELD_OF: Readonly<Record<string, string>> = {
  PASSWORD_WEAK: 'newPassword',
  PASSWORD_MISMATCH: 'confirmPassword',
  NICKNAME_RESERVED: 'nickname',
  TWO_FACTOR_WRONG: 'code',
  TWO_FACTOR_BLOCKED: 'code',
  TWO_FACTOR_REQUIRED: 'code',
}

/** Puts a refusal at the field it belongs to, or at the form as a whole (`root`). */
export function showRefusal<V extends FieldValues>(
  error: unknown,
  fields: readonly Path<V>[],
  setError: UseFormSetError<V>,
): void {
  if (!(error instanceof ApiError)) throw error
  const named = error.details?.fields
  const faults = Array.isArray(named) ? named : []
  const known = faults.filter(({ field }) => fields.includes(field as Path<V>))
  for (const { field, rule } of known) setError(field as Path<V>, { type: rule })
  if (known.length > 0) return
  const field = FIELD_OF[error.code] as Path<V> | undefined
  const message = error.message
  if (field !== undefined && fields.includes(field)) setError(field, { type: 'server', message })
  else setError('root', { message })
}

/** Words for the fault of a field. */
export function faultText(
  t: TFunction<'security'>,
  error: { type?: unknown; message?: string } | undefined,
): string | undefined {
  if (error === undefined) return undefined
  if (error.type === 'server') return error.message
  return t(`security:faults.${String(error.type)}`, { defaultValue: t('security:faults.invalid') })
}
