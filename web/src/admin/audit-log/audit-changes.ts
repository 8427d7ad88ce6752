import type { AuditEntry } from '@truestrike/protocol/audit-endpoints.ts'

/** What an entry says of a value on one side: the value (several of a list), that there was none, or nothing at all. */
export type Recorded = { texts: readonly string[] } | 'none' | 'not-recorded'

interface Change {
  /** Names one within the other, things of a list by their place: `calendar.sessions.0.fromDay`. */
  name: string
  before: Recorded
  after: Recorded
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Each value by its path; lists of plain values stay together. */
function flatten(value: unknown, name: string, into: Map<string, Recorded>): Map<string, Recorded> {
  if (Array.isArray(value) && value.every(isPlain))
    into.set(name, value.length === 0 ? 'none' : { texts: value.map(textOf) })
  else if (value === null || (typeof value === 'object' && Object.keys(value).length === 0))
    into.set(name, 'none')
  else if (typeof value === 'object')
    for (const [key, inner] of Object.entries(value)) flatten(inner, `${name}.${key}`, into)
  else into.set(name, { texts: [textOf(value)] })
  return into
}

function valuesOf(side: Record<string, unknown> | null): ReadonlyMap<string, Recorded> {
  const values = new Map<string, Recorded>()
  for (const [name, value] of Object.entries(side ?? {})) flatten(value, name, values)
  return values
}

/** Each value by its name, before and after. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const [was, is] = [valuesOf(before), valuesOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])].map((name) => ({
    name,
    before: was.get(name) ?? 'not-recorded',
    after: is.get(name) ?? 'not-recorded',
  }))
}
