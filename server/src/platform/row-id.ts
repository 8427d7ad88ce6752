import { faultyField } from './app-error.ts'

const BIGINT_MAX = 2n ** 63n - 1n

/** A row's id as it came over the wire; null for a number that no row can have. */
export function parseRowId(text: string | undefined): bigint | null {
  if (text === undefined) return null
  const id = BigInt(text)
  return id > BIGINT_MAX ? null : id
}

/** Where a page goes on; null: at its beginning. Errors: INVALID_PARAMETERS. */
export function parseCursor(text: string | undefined): bigint | null {
  const id = parseRowId(text)
  if (text !== undefined && id === null) throw faultyField('cursor', 'maximum')
  return id
}
