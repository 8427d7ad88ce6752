import type { FieldFault } from '@truestrike/protocol/endpoint.ts'
import { hidesCharacters, SHOWN_LINE, SHOWN_TEXT } from '@truestrike/protocol/text-rules.ts'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { AppError } from './app-error.ts'

/** Faults named in one answer. */
const FAULTS_MAX = 20

export type Check = (value: unknown) => void

/** A start would wait a quarter of a second for all of them at once: each is compiled when it is first asked for. */
const validators = new WeakMap<TSchema, Validator>()

function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema)
  if (known !== undefined) return known
  const validator = Compile(schema)
  validators.set(schema, validator)
  return validator
}

/** A check that throws `INVALID_PARAMETERS` with the fields that do not fit. */
export function checkOf(schema: TSchema): Check {
  return (value) => {
    const validator = validatorOf(schema)
    if (validator.Check(value)) return
    const fields: FieldFault[] = []
    for (const error of validator.Errors(value)) {
      refuseHidden(value, error)
      if (fields.length >= FAULTS_MAX) break
      addFaults(fields, error)
    }
    throw new AppError('INVALID_PARAMETERS', { fields })
  }
}

/** A text that others are shown, and that hides something: refused in words of its own. Errors: HIDDEN_CHARACTERS. */
function refuseHidden(value: unknown, { keyword, instancePath, params }: SchemaFault): void {
  const pattern = keyword === 'pattern' && 'pattern' in params ? String(params.pattern) : null
  if (pattern !== SHOWN_LINE && pattern !== SHOWN_TEXT) return
  const path = instancePath.split('/').slice(1)
  const text = path.reduce<unknown>((within, name) => (within as Record<string, unknown>)[name], value)
  if (hidesCharacters(String(text), pattern))
    throw new AppError('HIDDEN_CHARACTERS', { field: path.join('.').slice(0, 100) })
}

interface SchemaFault {
  keyword: string
  instancePath: string
  params: object
}

function addFaults(fields: FieldFault[], fault: SchemaFault): void {
  const path = fault.instancePath.split('/').slice(1)
  const names = 'requiredProperties' in fault.params ? fault.params.requiredProperties : null
  const extra = 'additionalProperties' in fault.params ? fault.params.additionalProperties : null
  const inner = Array.isArray(names) ? names : Array.isArray(extra) ? extra : [null]
  for (const name of inner.slice(0, FAULTS_MAX)) {
    const field = [...path, ...(typeof name === 'string' ? [name] : [])].join('.').slice(0, 100)
    if (fields.some((known) => known.field === field)) continue
    // A property that may not be there is, to the validator, one whose schema is `false`.
    fields.push({ field, rule: fault.keyword === 'boolean' ? 'additionalProperties' : fault.keyword })
  }
}

/** Turns the texts of a query string into the numbers and booleans its schema asks for; leaves what does not fit to the check. */
export function compileCoercion(schema: TSchema): (query: unknown) => Record<string, unknown> {
  const properties = 'properties' in schema ? (schema.properties as Record<string, { type?: string }>) : {}
  const kinds = new Map(Object.entries(properties).map(([name, { type }]) => [name, type]))
  return (query) => {
    const values: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
      if (value !== undefined && name !== '__proto__') values[name] = coerced(value, kinds.get(name))
    }
    return values
  }
}

function coerced(value: unknown, kind: string | undefined): unknown {
  if (typeof value !== 'string') return value
  if ((kind === 'integer' || kind === 'number') && /^-?(0|[1-9][0-9]{0,15})$/.test(value))
    return Number(value)
  if (kind === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

/** Characters no stored text may hold: NUL (PostgreSQL refuses it) and halves of surrogate pairs (UTF-8 cannot write them). */
const UNSTORABLE = /\0|\p{Surrogate}/u
/** A JSON text without these escapes cannot hold an unstorable character. */
const SUSPICIOUS_ESCAPE = /\\u(0000|[dD][89a-fA-F])/

export function isSuspicious(jsonText: string): boolean {
  return SUSPICIOUS_ESCAPE.test(jsonText)
}

/** Throws when any text inside a parsed value cannot be stored. Walks without recursion: depth is the caller's choice. */
export function refuseUnstorable(value: unknown): void {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string') {
      if (UNSTORABLE.test(next)) throw new AppError('MALFORMED_REQUEST')
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, inner] of Object.entries(next)) open.push(key, inner)
    }
  }
}
