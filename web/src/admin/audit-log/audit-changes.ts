import type { AuditEntry } from '@truestrike/protocol/audit-endpoints.ts'

/** What an entry says of a value on one side: the value, that there was none, or nothing at all. */
export type Recorded = { text: string } | 'none' | 'not-recorded'

interface Change {
  name: string
  before: Recorded
  after: Recorded
}

const recordedOf = (values: Record<string, unknown> | null, name: string): Recorded => {
  if (values === null || !Object.hasOwn(values, name)) return 'not-recorded'
  const value = values[name]
  if (value === null) return 'none'
  return { text: typeof value === 'string' ? value : JSON.stringify(value) }
}

/** Each value by its name, before and after. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].map((name) => ({
    name,
    before: recordedOf(before, name),
    after: recordedOf(after, name),
  }))
}
