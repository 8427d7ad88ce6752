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

/** What a user asks for of his own. */
export interface OwnQuery {
  cursor?: string
  limit?: number
  which?: 'open'
}

/** Of a user's own. */
export interface OwnPage {
  userId: bigint
  beforeId: bigint | null
  /** Those alone that have not ended. */
  open: boolean
  limit: number
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

interface Statement {
  text: string
  params: SqlValue[]
}
type Rows = { select: string; row: 'd' | 'w' }

/** A filter as conditions: those left out are left out of the statement too, so that each is read by the index that fits. */
function conditionsOf(
  row: Rows['row'],
  filter: OrderFilter,
  method: MethodCondition | null,
  at: (value: SqlValue) => string,
): string[] {
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
  return conditions
}

const whereOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`

/** A page of what a filter lists. */
export function orderStatement(
  { select, row }: Rows,
  filter: OrderFilter,
  { cursorId, limit }: OrderPage,
  method: MethodCondition | null,
): Statement {
  const params: SqlValue[] = []
  const at = (value: SqlValue): string => `$${params.push(value)}`
  const conditions = conditionsOf(row, filter, method, at)
  if (cursorId !== null) conditions.push(`${row}.id ${filter.isOldestFirst ? '>' : '<'} ${at(cursorId)}`)
  const direction = filter.isOldestFirst ? '' : 'desc'
  const order = `order by ${row}.id ${direction} limit ${at(limit)}`
  return { text: `${select} ${whereOf(conditions)} ${order}`, params }
}

/** Orders that are added up at most; more are not counted. */
const TOTAL_MAX = 10_000

export interface OrderTotals {
  count: number
  amountMicros: bigint
}

/** Whether what a filter lists is counted: of those that wait for a decision there are few, of all others ever more. */
export const isCounted = ({ state }: OrderFilter): boolean =>
  state === 'open' || state === 'pending' || state === 'processing'

/** How many a filter lists, and what they ask for in all. */
export function totalsStatement(
  from: { table: 'deposits' | 'withdrawals'; row: 'd' | 'w' },
  filter: OrderFilter,
  method: MethodCondition | null,
): Statement {
  const params: SqlValue[] = []
  const at = (value: SqlValue): string => `$${params.push(value)}`
  const where = whereOf(conditionsOf(from.row, filter, method, at))
  const listed = `select ${from.row}.amount_micros from ${from.table} ${from.row} ${where} limit ${at(TOTAL_MAX + 1)}`
  const sums = 'count(*)::int4 as count, coalesce(sum(amount_micros), 0)::bigint as "amountMicros"'
  return { text: `select ${sums} from (${listed}) listed`, params }
}

/** Null: they are too many to be added up. */
export const wholeTotals = (totals: OrderTotals): OrderTotals | null =>
  totals.count > TOTAL_MAX ? null : totals
