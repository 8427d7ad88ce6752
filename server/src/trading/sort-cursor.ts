import { AppError } from '../platform/app-error.ts'
import type { ContractRow } from './contract-row.ts'

/** A place in a list: what the list is put in order by, and the id of the contract there. */
export interface SortPlace {
  value: bigint
  id: bigint
}

const CURSOR = /^([0-9]{1,18})-([0-9]{1,18})$/

/** Null: from the beginning. Errors: INVALID_PARAMETERS. */
export function readSortCursor(text: string | undefined): SortPlace | null {
  if (text === undefined) return null
  const [, value, id] = CURSOR.exec(text) ?? []
  if (value === undefined || id === undefined)
    throw new AppError('INVALID_PARAMETERS', { fields: [{ field: 'cursor', rule: 'pattern' }] })
  return { value: BigInt(value), id: BigInt(id) }
}

export const sortPlaceOf = (by: 'time' | 'stake', row: ContractRow): SortPlace => ({
  value: by === 'time' ? row.acceptedAtMs : row.stakeMicros,
  id: row.id,
})

export function sortCursorAfter(by: 'time' | 'stake', row: ContractRow | undefined): string | null {
  if (row === undefined) return null
  const { value, id } = sortPlaceOf(by, row)
  return `${value}-${id}`
}
