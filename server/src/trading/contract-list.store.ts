import type { Sql, SqlValue } from '../platform/db.ts'
import { CONTRACT_COLUMNS, type ContractRow } from './contract-row.ts'

/** Which contracts of all users a list shows. */
export interface ContractListFilter {
  /** The contract with this id, and those of these users; null: any. */
  found: { id: bigint | null; userIds: readonly bigint[] } | null
  book: 'demo' | 'real' | null
  /** Of one product, or of each there is. */
  productIds: readonly number[]
  isOneProduct: boolean
  direction: 'up' | 'down' | null
  state: 'pending' | 'completed' | 'cancelled' | null
  result: 'won' | 'lost' | 'equal' | null
  fromMs: number | null
  toMs: number | null
  minMicros: bigint | null
  maxMicros: bigint | null
  sort: { by: 'time' | 'stake'; isAscending: boolean }
  /** Nothing that is open was accepted before this. */
  openSinceMs: number
}

export interface ContractPage {
  /** Those after this one, as the list goes; `value`: what it is put in order by. */
  after: { value: bigint; id: bigint } | null
  limit: number
}

const SORT_COLUMNS = { time: 'accepted_at_ms', stake: 'stake_micros' } as const

/** So few contracts by their stake are looked at all; more of them are found on the way through time. */
const FEW = 5_000

/** A page of contracts. Each shape of filter is read by the index that fits, and none reads all of history. */
export async function listContractsOfAll(
  sql: Sql,
  filter: ContractListFilter,
  page: ContractPage,
): Promise<ContractRow[]> {
  const { text, params } = contractsOfAllQuery(filter, page, await areFew(sql, filter))
  return sql.query<ContractRow>(text, params)
}

/** Whether the bounds of the stake alone leave few. */
async function areFew(sql: Sql, filter: ContractListFilter): Promise<boolean> {
  const { found, sort, minMicros, maxMicros } = filter
  if (found !== null || sort.by === 'stake' || isReturned(filter)) return false
  if (minMicros === null && maxMicros === null) return false
  const params: SqlValue[] = []
  const conditions = stakeConditions(filter, (value) => `$${params.push(value)}`)
  const [row] = await sql.query<{ n: bigint }>(
    `select count(*) as n from (select 1 from contracts c where ${conditions.join(' and ')} limit ${FEW + 1}) f`,
    params,
  )
  return row !== undefined && row.n <= BigInt(FEW)
}

const IN_BOOK = { demo: `c.book = 'demo'`, real: `c.book = 'real'` } as const

/** Those whose stake came back are few, and have an index of their own. */
const isReturned = ({ state, result }: ContractListFilter): boolean =>
  state === 'cancelled' || result === 'equal'

type At = (value: SqlValue) => string

function contractsOfAllQuery(
  filter: ContractListFilter,
  { after, limit }: ContractPage,
  isFew: boolean,
): { text: string; params: SqlValue[] } {
  const params: SqlValue[] = []
  const at: At = (value) => `$${params.push(value)}`
  const { sort } = filter
  const column = SORT_COLUMNS[sort.by]
  const way = sort.isAscending ? 'asc' : 'desc'
  const conditions = conditionsOf(filter, at)
  if (after !== null)
    conditions.push(
      `(c.${column}, c.id) ${sort.isAscending ? '>' : '<'} (${at(after.value)}, ${at(after.id)})`,
    )
  const rest = `order by c.${column} ${way}, c.id ${way} limit ${at(limit)}`
  const from = sourceOf(filter, { at, conditions, rest, isFew })
  return { text: `select ${CONTRACT_COLUMNS} from ${from} ${rest}`, params }
}

interface Statement {
  at: At
  conditions: readonly string[]
  rest: string
  isFew: boolean
}

function sourceOf(filter: ContractListFilter, { at, conditions, rest, isFew }: Statement): string {
  const { found, book, productIds, isOneProduct, sort, state } = filter
  const where = (...more: string[]): string => {
    const all = [...more, ...conditions]
    return all.length === 0 ? '' : `where ${all.join(' and ')}`
  }
  const ofProduct = () => (isOneProduct ? [`c.product_id = any (${at([...productIds])}::int[])`] : [])
  if (found !== null) {
    const id = at(found.id)
    // Page by page from each of them: a user's contracts lie in this order book by book.
    return `(
      select * from contracts c ${where(`c.id = ${id}::bigint`, ...ofProduct())}
      union all
      select c.* from unnest(${at([...found.userIds])}::bigint[]) as u (whose)
        cross join unnest(${at(book === null ? ['demo', 'real'] : [book])}::text[]) as b (wanted)
        cross join lateral (
          select * from contracts c
          ${where('c.user_id = u.whose', 'c.book = b.wanted', `c.id is distinct from ${id}::bigint`, ...ofProduct())} ${rest}
        ) c
    ) c`
  }
  if (isFew)
    return `(with few as materialized (
      select * from contracts c where ${stakeConditions(filter, at).join(' and ')}
    ) select * from few c ${where(...ofProduct())}) c`
  if (sort.by === 'stake' || state === 'pending')
    return `(select * from contracts c ${where(...ofProduct())} ${rest}) c`
  // Page by page from each product: so they lie in order of time.
  return `unnest(${at([...productIds])}::int[]) as p (wanted)
    cross join lateral (select * from contracts c ${where('c.product_id = p.wanted')} ${rest}) c`
}

function conditionsOf(filter: ContractListFilter, at: At): string[] {
  const { book, direction, state, result, fromMs, toMs, openSinceMs } = filter
  // Of those that are not few a list by time is read in its order: by no index of the stake, product after product.
  const conditions = stakeConditions(
    filter,
    at,
    filter.sort.by === 'stake' ? undefined : 'c.stake_micros + 0',
  )
  // Said in words: an index of one book is found by them.
  if (book !== null) conditions.push(IN_BOOK[book])
  if (direction !== null) conditions.push(`c.direction = ${at(direction)}`)
  if (state === 'pending')
    conditions.push(`c.state in ('opening', 'running') and c.accepted_at_ms >= ${at(openSinceMs)}`)
  else if (state !== null) conditions.push(`c.state = ${at(state)}`)
  if (result !== null) conditions.push(`c.result = ${at(result)}`)
  // By the state their index has them; an equal one is completed.
  if (isReturned(filter)) conditions.push('c.profit_micros = 0')
  if (result === 'equal' && state === null) conditions.push(`c.state = ${at('completed')}`)
  if (fromMs !== null) conditions.push(`c.accepted_at_ms >= ${at(fromMs)}`)
  if (toMs !== null) conditions.push(`c.accepted_at_ms <= ${at(toMs)}`)
  return conditions
}

function stakeConditions(
  { minMicros, maxMicros }: ContractListFilter,
  at: At,
  stake = 'c.stake_micros',
): string[] {
  const conditions: string[] = []
  if (minMicros !== null) conditions.push(`${stake} >= ${at(minMicros)}`)
  if (maxMicros !== null) conditions.push(`${stake} <= ${at(maxMicros)}`)
  return conditions
}
