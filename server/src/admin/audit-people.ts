import type { AuditRow } from '../platform/audit-search.ts'

/** Values that name somebody by the id of a row. */
const NAMING: Readonly<Record<string, 'admin' | 'user'>> = {
  ...{ reviewer: 'admin', proposedBy: 'admin', confirmedBy: 'admin' },
  ...{ userId: 'user', claimedBy: 'user' },
}
/** Elsewhere these are limits. */
const NAMING_OF_TRANSFERS: typeof NAMING = { from: 'user', to: 'user' }

const ROW = /^(?:user:)?([0-9]{1,18})$/

interface NamedPerson {
  /** The name of the value, and what stands there. */
  value: string
  text: string
  kind: 'admin' | 'user'
  id: bigint
}

/** Administrators and users whom the values of an entry name by their ids. */
export function peopleNamedIn({
  action,
  before,
  after,
}: Pick<AuditRow, 'action' | 'before' | 'after'>): NamedPerson[] {
  const naming = action === 'transfer.create' ? { ...NAMING, ...NAMING_OF_TRANSFERS } : NAMING
  const named = new Map<string, NamedPerson>()
  for (const values of [before ?? {}, after ?? {}]) {
    for (const [value, kind] of Object.entries(naming)) {
      const text = Object.hasOwn(values, value) ? values[value] : null
      const id = typeof text === 'string' ? ROW.exec(text)?.[1] : undefined
      if (typeof text === 'string' && id !== undefined)
        named.set(`${value} ${text}`, { value, text, kind, id: BigInt(id) })
    }
  }
  return [...named.values()]
}
