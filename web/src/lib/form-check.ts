import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

/** What a form can find wrong with a text: `required`, the JSON-schema keywords, and own rules such as `match`. */
export type Fault = string

interface TextSchema {
  minLength?: number
  maxLength?: number
  pattern?: string
}

interface FormSchema {
  properties?: Record<string, TextSchema>
}

export interface FormRules<V extends FieldValues> {
  /** The endpoint's body: lengths and patterns are checked here as they are on the server. */
  schema?: unknown
  required: readonly (keyof V & string)[]
  /** Rules beyond the schema, by field; the first fault counts. */
  more?: (values: V) => Partial<Record<keyof V & string, Fault | undefined>>
}

/** Signs as a reader counts them, not UTF-16 units. */
const lengthOf = (text: string): number => [...text].length

function textFault(value: unknown, schema: TextSchema | undefined): Fault | undefined {
  if (typeof value !== 'string' || value === '' || schema === undefined) return undefined
  if (schema.minLength !== undefined && lengthOf(value) < schema.minLength) return 'minLength'
  if (schema.maxLength !== undefined && lengthOf(value) > schema.maxLength) return 'maxLength'
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value)) return 'pattern'
  return undefined
}

/** The first fault of every field, none for a form that may be sent. */
export function formFaults<V extends FieldValues>(
  values: V,
  { schema, required, more }: FormRules<V>,
): Partial<Record<string, Fault>> {
  const properties = (schema as FormSchema | undefined)?.properties ?? {}
  const own: Partial<Record<string, Fault | undefined>> = more?.(values) ?? {}
  const faults: Partial<Record<string, Fault>> = {}
  for (const field of Object.keys(values)) {
    const value: unknown = values[field]
    const missing = required.includes(field) && (value === '' || value === false || value === undefined)
    const fault = missing ? 'required' : (textFault(value, properties[field]) ?? own[field])
    if (fault !== undefined) faults[field] = fault
  }
  return faults
}

/** `react-hook-form` resolver over a protocol schema; the error's type is the fault, its words are the form's. */
export function formResolver<V extends FieldValues>(rules: FormRules<V>): Resolver<V> {
  return (values) => {
    const faults = Object.entries(formFaults(values, rules))
    if (faults.length === 0) return { values, errors: {} }
    const errors = Object.fromEntries(faults.map(([field, type]) => [field, { type, message: type }]))
    return { values: {}, errors: errors as FieldErrors<V> }
  }
}
