import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { fittingValue, type SchemaShape } from './hostile-values.ts'

/** Texts without a bound of their own, in characters, and lists, in items: what a body has room for is cut to fit. */
const LENGTH_MAX = 20_000
const ITEMS_MAX = 200

/** What texts are filled with, widest first: the checks of a text cost most where every character is looked at by itself. */
const FILLINGS = ['語', 'é ', 'Ab1-', 'a', 'A', '1']

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')

function longest(values: readonly unknown[]): unknown {
  return values.reduce((most, value) => (bytesOf(value) > bytesOf(most) ? value : most))
}

/** The longest text of at most so many characters that a schema allows. */
export function largestText(schema: TSchema, length: number): unknown {
  const texts = FILLINGS.flatMap((filling) => {
    const text = filling.repeat(Math.ceil(length / filling.length)).slice(0, length)
    return [text, text.trim(), `https://${text}`.slice(0, length), `${text}@example.com`.slice(-length)]
  })
  return longest([fittingValue(schema), ...texts.filter((text) => Check(schema, text))])
}

/**
 * The longest value a schema allows: all fields, every text and list as long as it may be. `share` (0 to 1) of the length
 * of texts and lists, so that a body can be made to fit into what a server reads.
 */
export function largestValue(schema: TSchema, share = 1): unknown {
  const shape = schema as SchemaShape
  if (shape.const !== undefined) return shape.const
  if (shape.enum !== undefined) return longest(shape.enum)
  if (shape.anyOf !== undefined) return longest(shape.anyOf.map((inner) => largestValue(inner, share)))
  if (shape.type === 'object') {
    const entries = Object.entries(shape.properties ?? {})
    return Object.fromEntries(entries.map(([name, inner]) => [name, largestValue(inner, share)]))
  }
  if (shape.type === 'array') {
    const { items = {}, minItems = 0, maxItems = ITEMS_MAX } = shape
    if (shape.uniqueItems === true) return differentItems(items, maxItems)
    const count = Math.max(minItems, Math.floor(maxItems * share))
    return Array.from({ length: count }, () => largestValue(items, share))
  }
  if (shape.type === 'integer' || shape.type === 'number') {
    const { maximum, exclusiveMaximum } = shape
    return maximum ?? (exclusiveMaximum === undefined ? fittingValue(schema) : exclusiveMaximum - 1)
  }
  if (shape.type === 'string') {
    const length = Math.floor((shape.maxLength ?? LENGTH_MAX) * share)
    return largestText(schema, Math.max(1, length))
  }
  return fittingValue(schema)
}

/** As many values as may stand there together, each once. */
function differentItems(schema: TSchema, most: number): unknown[] {
  const { anyOf } = schema as SchemaShape
  if (anyOf !== undefined) return anyOf.slice(0, most).map((inner) => fittingValue(inner))
  const texts = Array.from({ length: most }, (_, at) => 'a'.repeat(at + 1))
  return texts.filter((text) => Check(schema, text))
}

/** The largest value of a schema whose JSON has at most `bytesMax` bytes. */
export function largestWithin(schema: TSchema, bytesMax: number): unknown {
  let share = 1
  let value = largestValue(schema, share)
  while (bytesOf(value) > bytesMax && share > 0.01) {
    share *= 0.9
    value = largestValue(schema, share)
  }
  return value
}

/** By name, what a query has to say to be answered with something. */
const NAMED: Readonly<Record<string, unknown>> = { symbol: 'BTCUSDT' }
/** Of a query, what makes its answer larger; all else makes it smaller. */
const WIDENING = ['limit', 'days']

/** The query whose answer is the largest: what has to be there, and the longest page. */
export function widestQuery(schema: TSchema): Record<string, unknown> {
  const { properties = {}, required = [] } = schema as SchemaShape
  const entries = Object.entries(properties).filter(
    ([name]) => required.includes(name) || WIDENING.includes(name),
  )
  return Object.fromEntries(entries.map(([name, inner]) => [name, NAMED[name] ?? largestValue(inner)]))
}
