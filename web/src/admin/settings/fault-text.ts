import type { FieldFault } from '@truestrike/protocol/endpoint.ts'
import type { TFunction } from 'i18next'
import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'

/** Why the last save was refused; fields look for their own part of it. */
export const Refusal = createContext<unknown>(null)

const RULES = [
  ...[
    'link',
    'linkLogin',
    'linkHidden',
    'picture',
    'range',
    'fee',
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
    'required',
  ],
  ...['address', 'email', 'overlap', 'zone', 'sessions', 'empty'],
]

function faultsOf(refusal: unknown): FieldFault[] {
  if (!(refusal instanceof ApiError) || !refusal.is('INVALID_PARAMETERS')) return []
  const fields = refusal.details?.fields
  return Array.isArray(fields) ? fields : []
}

/** What is wrong with a field, by its dotted name. */
export function useFieldFault(field: string | undefined): string | undefined {
  const { t } = useTranslation('admin-settings')
  const fault = faultsOf(useContext(Refusal)).find((each) => each.field === field)
  return fault === undefined ? undefined : wordsOf(fault, t)
}

const wordsOf = ({ rule }: FieldFault, t: TFunction<'admin-settings'>): string =>
  t(`fault.${RULES.includes(rule) ? rule : 'other'}`)
