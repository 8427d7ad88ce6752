import type { TextRule } from '@truestrike/protocol/text-rules.ts'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

/** What a form can find wrong with a text: `required`, `minLength`, `maxLength`, and own rules such as `match`. */
export type Fault = string

export interface FormRules<V extends FieldValues> {
  /** Lengths are checked here as they are on the server. */
  texts: Partial<Record<keyof V & string, TextRule>>
  required: readonly (keyof V & string)[]
  /** Rules beyond the lengths, by field; the first fault counts. */
  more?: (values: V) => Partial<Record<keyof V & string, Fault | undefined>>
}

/** Signs as a reader counts them, not UTF-16 units. */
const lengthOf = (text: string): number => [...text].length

function textFault(value: unknown, rule: TextRule | undefined): Fault | undefined {
  if (typeof value !== 'string' || value === '' || rule === undefined) return undefined
  if (rule.minLength !== undefined && lengthOf(value) < rule.minLength) return 'minLength'
  if (rule.maxLength !== undefined && lengthOf(value) > rule.maxLength) return 'maxLength'
  return undefined
}

/** The first fault of every field, none for a form that may be sent. */
export function formFaults<V extends FieldValues>(
  values: V,
  { texts, required, more }: FormRules<V>,
): Partial<Record<string, Fault>> {
  const lengths: Partial<Record<string, TextRule>> = texts
  const own: Partial<Record<string, Fault | undefined>> = more?.(values) ?? {}
  const faults: Partial<Record<string, Fault>> = {}
  for (const field of Object.keys(values)) {
    const value: unknown = values[field]
    const missing = required.includes(field) && (value === '' || value === false || value === undefined)
    const fault = missing ? 'required' : (textFault(value, lengths[field]) ?? own[field])
    if (fault !== undefined) faults[field] = fault
  }
  return faults
}

/** `react-hook-form` resolver over a form's rules; the error's type is the fault, its words are the form's. */
export function formResolver<V extends FieldValues>(rules: FormRules<V>): Resolver<V> {
  return (values) => {
    const faults = Object.entries(formFaults(values, rules))
    if (faults.length === 0) return { values, errors: {} }
    const errors = Object.fromEntries(faults.map(([field, type]) => [field, { type, message: type }]))
    return { values: {}, errors: errors as FieldErrors<V> }
  }
}
