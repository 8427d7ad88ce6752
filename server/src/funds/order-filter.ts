import type { FundsState } from '@truestrike/core/funds/funds-states.ts'
import type { SqlValue } from '../platform/db.ts'

/** Which orders a list for review shows, of deposits and withdrawals alike. */
export interface OrderFilter<M extends string = string> {
  /** `open`: pending and processing; null: any. */
  state: FundsState | 'open' | null
  isOldestFirst: boolean
  /** The order of this number, all of these users, and (of withdrawals) to this address; null: all. */
  found: { id: bigint | null; userIds: readonly bigint[]; address: string | null } | null
  method: M | null
  minMicros: bigint | null
  maxMicros: bigint | null
}

/** Those after the order with this number, as the list goes. */
export interface OrderPage {
  cursorId: bigint | null
  limit: number
}

/** The column of the method, and which of its values count. */
export interface MethodCondition {
  column: string
  type: 'bigint' | 'text'
  values: SqlValue[]
}

/** A filter as a statement: conditions left out are left out of it too, so that each is read by the index that fits. */
export function orderStatement(
  { select, row }: { select: string; row: 'd' | 'w' },
  filter: OrderFilter,
  { cursorId, limit }: OrderPage,
  method: MethodCondition | null,
): { text: string; params: SqlValue[] } {
  const params: SqlValue[] = []
  const at = (value: SqlValue): string => `$${params.push(value)}`
  const conditions: string[] = []
  if (filter.state === 'open') conditions.push(`${row}.state in ('pending', 'processing')`)
  else if (filter.state !== null) conditions.push(`${row}.state = ${at(filter.state)}`)
  if (filter.found !== null) {
    const { id, userIds, address } = filter.found
    const ways = [`${row}.user_id = any (${at([...userIds])}::bigint[])`]
    if (id !== null) ways.push(`${row}.id = ${at(id)}`)
    if (address !== null) ways.push(`${row}.address = ${at(address)}`)
    conditions.push(`(${ways.join(' or ')})`)
  }
  if (method !== null) conditions.push(`${method.column} = any (${at(method.values)}::${method.type}[])`)
  if (filter.minMicros !== null) conditions.push(`${row}.amount_micros >= ${at(filter.minMicros)}`)
  if (filter.maxMicros !== null) conditions.push(`${row}.amount_micros <= ${at(filter.maxMicros)}`)
  if (cursorId !== null) conditions.push(`${row}.id ${filter.isOldestFirst ? '>' : '<'} ${at(cursorId)}`)
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  const direction = filter.isOldestFirst ? '' : 'desc'
  return { text: `${select} ${where} order by ${row}.id ${direction} limit ${at(limit)}`, params }
}
