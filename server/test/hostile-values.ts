import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'

/** Values nobody asked for: each is put into every field of every call. */
export const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  9_007_199_254_740_992,
  0.1,
  '',
  ' ',
  'x'.repeat(10_000),
  "' or 1=1; drop table users; --",
  '<script>alert(1)</script>',
  '\u202Eevil\u0000',
  '\u0000',
  '\uD800',
  '𝕏'.repeat(30),
  // Three characters for each one, in composed form.
  '\uFB2C'.repeat(21),
  '٣٤٥',
  '99999999999999999999999999',
  '-0.000001',
  'NaN',
  '__proto__',
  '../../../etc/passwd',
  [],
  [[[[]]]],
  {},
  { toString: 1 },
]

/** Bodies that are no object of ours, or no JSON at all. */
export const HOSTILE_BODIES: readonly string[] = [
  '{',
  '',
  'null',
  '[]',
  '"text"',
  '1e999',
  '{"a":1e999}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"username":"\\u0000"}',
  '{"username":"\\ud800"}',
  '{"a":"\u0000"}',
  '['.repeat(30_000),
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  JSON.stringify({ a: 'x'.repeat(70_000) }),
]

export const HOSTILE_QUERIES: readonly string[] = [
  '%00',
  'a=%00',
  'symbol=%ff%fe',
  'symbol=%ED%A0%80',
  'symbol=A&symbol=B',
  'symbol[]=A',
  'limit=1e9&limit=-1',
  'before=99999999999999999999',
  '__proto__=1&constructor=2',
  `symbol=${'x'.repeat(5_000)}`,
  '&&&&===',
  '%',
]

export const HOSTILE_SEGMENTS: readonly string[] = [
  '%00',
  '%ff',
  '%',
  '..%2f..%2fetc',
  'x'.repeat(1_000),
  "1'%20or%201=1",
  '-1',
  '99999999999999999999',
  '%F0%9F%92%A9',
]

const SEEDS = [
  ...['BTCUSDT', '1m', 'demo', 'up', '1', '1.5', '123456', '1-1', 'client-order-1', 'correct horse battery'],
  ...['en-US', '2026-01-02', '2026-01', 'basic', `/uploads/site/${'a'.repeat(22)}.webp`],
]
/** Where the schema alone does not tell what a service takes. */
const NAMED_SEEDS: Record<string, unknown> = {
  email: 'someone@example.com',
  agreeTerms: true,
  durationSeconds: 60,
}

/** What is read of a JSON schema. */
export type SchemaShape = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: TSchema[]
  minimum?: number
  maximum?: number
  exclusiveMaximum?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  items?: TSchema
  properties?: Record<string, TSchema>
  required?: string[]
}

/** A value that fits a schema, optional fields left out, so that one hostile field at a time gets past the others' checks. */
export function fittingValue(schema: TSchema): unknown {
  const shape = schema as SchemaShape
  if (shape.const !== undefined) return shape.const
  if (shape.enum?.[0] !== undefined) return shape.enum[0]
  if (shape.anyOf?.[0] !== undefined) return fittingValue(shape.anyOf[0])
  if (shape.type === 'object') {
    const entries = Object.entries(shape.properties ?? {}).filter(
      ([name]) => shape.required?.includes(name) === true || Object.hasOwn(NAMED_SEEDS, name),
    )
    return Object.fromEntries(
      entries.map(([name, inner]) => [name, NAMED_SEEDS[name] ?? fittingValue(inner)]),
    )
  }
  if (shape.type === 'integer' || shape.type === 'number') return Math.max(1, shape.minimum ?? 1)
  if (shape.type === 'boolean') return true
  return SEEDS.find((seed) => Check(schema, seed)) ?? 'x'
}

/** The objects that may stand there. */
function objectsIn(schema: TSchema): (TSchema & { properties: Record<string, TSchema> })[] {
  const { anyOf, properties } = schema as SchemaShape
  return anyOf?.flatMap(objectsIn) ?? (properties === undefined ? [] : [{ ...schema, properties }])
}

export interface FieldPlace {
  path: readonly string[]
  schema: TSchema
}

/** Every field, those of objects within it too; of objects side by side that are alike, as a text in eight languages, the first. */
export function fieldsOf(schema: TSchema | undefined, within: readonly string[] = []): FieldPlace[] {
  const seen = new Set<string>()
  return objectsIn(schema ?? {}).flatMap(({ properties }) =>
    Object.entries(properties).flatMap(([name, inner]) => {
      const kind = objectsIn(inner).length === 0 ? name : JSON.stringify(inner)
      if (seen.has(kind)) return []
      seen.add(kind)
      const path = [...within, name]
      return [{ path, schema: inner }, ...fieldsOf(inner, path)]
    }),
  )
}

/** `fittingValue` with another value in one place. */
export function fittingBut(schema: TSchema, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const object = objectsIn(schema).find(({ properties }) => Object.hasOwn(properties, name))
  const inner = object?.properties[name]
  const fitting = fittingValue(object ?? schema) as object
  return { ...fitting, [name]: inner === undefined ? value : fittingBut(inner, rest, value) }
}
