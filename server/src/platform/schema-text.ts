import type { Json } from './api-schema.ts'

const INDENT = '  '

/** A schema as people read it: fields line by line, `?` behind those that may be left out, rules behind the type. */
export function schemaText(schema: Json, depth = 0): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((word) => JSON.stringify(word)).join(' | ')
  if (Array.isArray(schema.anyOf))
    return schema.anyOf.map((each: Json) => schemaText(each, depth)).join(' | ')
  if (Array.isArray(schema.prefixItems))
    return `[${schema.prefixItems.map((each: Json) => schemaText(each, depth)).join(', ')}]`
  if (schema.items !== undefined)
    return `${listed(schemaText(schema.items as Json, depth))}[]${rulesOf(schema)}`
  if (schema.type === 'object' || schema.properties !== undefined) return objectText(schema, depth)
  return `${String(schema.type ?? 'any')}${rulesOf(schema)}`
}

const listed = (text: string): string => (text.includes(' | ') && !text.startsWith('{') ? `(${text})` : text)

function objectText(schema: Json, depth: number): string {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const [pattern] = Object.values((schema.patternProperties ?? {}) as Record<string, Json>)
  if (pattern !== undefined) return `{ [name]: ${schemaText(pattern, depth)} }`
  if (fields.length === 0) return '{}'
  const required = new Set((schema.required ?? []) as string[])
  const lines = fields.map(([name, field]) => {
    const sign = required.has(name) ? '' : '?'
    return `${INDENT.repeat(depth + 1)}${name}${sign}: ${schemaText(field, depth + 1)}\n`
  })
  return `{\n${lines.join('')}${INDENT.repeat(depth)}}`
}

/** What a value has to keep to, in brackets; nothing when there is no rule. */
function rulesOf(schema: Json): string {
  const rules = [
    range('', schema.minimum, schema.maximum),
    range('length ', schema.minLength, schema.maxLength),
    range('items ', schema.minItems, schema.maxItems),
    schema.pattern === undefined ? '' : `/${String(schema.pattern)}/`,
    schema.format === undefined ? '' : String(schema.format),
  ].filter((rule) => rule !== '')
  return rules.length === 0 ? '' : ` (${rules.join(', ')})`
}

function range(what: string, min: unknown, max: unknown): string {
  if (min === undefined && max === undefined) return ''
  if (min === undefined) return `${what}≤ ${max}`
  return max === undefined ? `${what}≥ ${min}` : `${what}${min}–${max}`
}
