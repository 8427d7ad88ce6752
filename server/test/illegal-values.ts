import type { TSchema } from 'typebox'
import type { SchemaShape } from './hostile-values.ts'
import { largestText } from './largest-values.ts'

/** No text that a schema bounds by a pattern may hold it. */
const CONTROL_CHARACTER = '\u0001'
const SHORTEST = 8

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** As many items as fit, each wrong by itself. */
function wrongItems(schema: TSchema, bytesMax: number): unknown[] {
  const item = illegalValue(schema, SHORTEST)
  return Array.from({ length: Math.floor((bytesMax - 2) / (bytesOf(item) + 1)) }, () => item)
}

/** All fields wrong, each with its part of the room; unknown ones in what is left. */
function wrongObject({ properties = {} }: SchemaShape, bytesMax: number): object {
  const entries = Object.entries(properties)
  const part = Math.floor(bytesMax / (entries.length + 1))
  const fields: Record<string, unknown> = {}
  for (const [name, inner] of entries) fields[name] = illegalValue(inner, Math.max(part - name.length - 4, 1))
  for (let [at, left] = [0, bytesMax - bytesOf(fields)]; left > SHORTEST + 4; at += 1) {
    const name = `x${at.toString(36)}`
    fields[name] = 0
    left -= name.length + 5
  }
  return fields
}

/** Breaks a schema as often as so many bytes of JSON allow; one that nothing breaks gets a legal value. */
export function illegalValue(schema: TSchema, bytesMax: number): unknown {
  const shape = schema as SchemaShape
  if (shape.anyOf !== undefined) {
    const values = shape.anyOf.map((inner) => illegalValue(inner, bytesMax))
    return values.reduce((most, value) => (bytesOf(value) > bytesOf(most) ? value : most))
  }
  if (shape.const !== undefined || shape.enum !== undefined) return 'x'.repeat(Math.max(bytesMax - 2, 1))
  if (shape.type === 'object') return wrongObject(shape, bytesMax)
  if (shape.type === 'array') return wrongItems(shape.items ?? {}, bytesMax)
  if (shape.type === 'integer' || shape.type === 'number') return '0'.repeat(Math.max(bytesMax - 2, 1))
  if (shape.type === 'string') return wrongText(schema, bytesMax)
  return SHORTEST
}

/** Begins as a legal text does, so that a pattern is compared to the end of it. */
function wrongText(schema: TSchema, bytesMax: number): string {
  const begin = String(largestText(schema, (schema as SchemaShape).maxLength ?? bytesMax))
  const room = Math.max(bytesMax - bytesOf(CONTROL_CHARACTER), 0)
  const whole = begin.repeat(Math.ceil(room / begin.length))
  let text = whole.slice(0, room)
  while (bytesOf(text) - 2 > room) text = text.slice(0, Math.floor(text.length * 0.9))
  return text + CONTROL_CHARACTER
}
