import type { SqlValue } from './db.ts'

/** What both drivers are given: text in PostgreSQL's input syntax, bytes, or NULL. */
export type WireValue = string | Uint8Array | null

/**
 * Turns a parameter into PostgreSQL's text form without looking at its type in the database, so that both adapters
 * read a parameter alike. A JavaScript array is a PostgreSQL array; an object is JSON (bigint inside as decimal text);
 * a JSON array must be passed as `JSON.stringify(…)`.
 */
export function toWireValue(value: SqlValue | undefined): WireValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return value
  if (Array.isArray(value)) return arrayText(value)
  return scalarText(value)
}

function scalarText(value: Exclude<SqlValue, null>): string {
  if (typeof value === 'string') return value
  if (typeof value === 'bigint' || typeof value === 'number') return value.toString()
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return bytesText(value)
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'bigint' ? inner.toString() : inner,
  )
}

function bytesText(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

function arrayText(values: readonly SqlValue[]): string {
  let text = '{'
  for (let i = 0; i < values.length; i++) {
    if (i > 0) text += ','
    const value = values[i]
    if (value === null || value === undefined) text += 'NULL'
    else if (Array.isArray(value)) text += arrayText(value)
    else if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean')
      text += scalarText(value)
    else if (value instanceof Uint8Array) text += `"\\${bytesText(value)}"`
    else text += quoted(scalarText(value))
  }
  return `${text}}`
}

const NEEDS_ESCAPE = /[\\"]/

function quoted(text: string): string {
  return NEEDS_ESCAPE.test(text) ? `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : `"${text}"`
}

/** `\x…` as PostgreSQL writes bytea → own bytes. */
export function parseBytea(text: string): Uint8Array {
  const bytes = Buffer.from(text.slice(2), 'hex')
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Type numbers (OIDs) of `pg_type` the adapters care about. */
export const OID = { bytea: 17, int8: 20, byteaArray: 1001, textArray: 1009, int8Array: 1016 } as const
