import type { AuditEntry } from '@truestrike/protocol/audit-endpoints.ts'

interface Change {
  name: string
  /** Null: it was not there. */
  before: string | null
  after: string | null
}

const textOf = (values: Record<string, unknown> | null, name: string): string | null => {
  if (values === null || !Object.hasOwn(values, name)) return null
  const value = values[name]
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Each value by its name, before and after. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].map((name) => ({ name, before: textOf(before, name), after: textOf(after, name) }))
}
