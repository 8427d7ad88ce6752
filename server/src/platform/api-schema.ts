import type { TSchema } from 'typebox'

export type Json = Readonly<Record<string, unknown>>

/** A schema as JSON Schema of 2020-12, which OpenAPI 3.1 asks for: tuples by `prefixItems`, one of several words by `enum`. */
export const plainSchema = (schema: TSchema): Json => plain(JSON.parse(JSON.stringify(schema))) as Json

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const { anyOf, items, additionalItems, ...rest } = value as Record<string, unknown>
  const inner = Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, plain(each)]))
  if (Array.isArray(items)) {
    const rule = additionalItems === undefined ? {} : { items: plain(additionalItems) }
    return { ...inner, prefixItems: items.map(plain), ...rule }
  }
  if (items !== undefined) return { ...inner, items: plain(items) }
  if (!Array.isArray(anyOf)) return inner
  const words = wordsOf(anyOf)
  return { ...inner, ...(words === null ? { anyOf: anyOf.map(plain) } : words) }
}

/** All of them words of one type; null: they are not. */
function wordsOf(schemas: readonly unknown[]): Json | null {
  const words = schemas as readonly { type?: unknown; const?: unknown }[]
  const type = words[0]?.type
  if (words.some((word) => word.const === undefined || word.type !== type)) return null
  return { type, enum: words.map((word) => word.const) }
}
