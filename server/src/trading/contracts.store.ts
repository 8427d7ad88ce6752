import type { Sql } from '../platform/db.ts'
import { CONTRACT_COLUMNS, type ContractRow } from './contract-row.ts'

export function listContractsById(sql: Sql, ids: readonly bigint[]): Promise<ContractRow[]> {
  return sql.query<ContractRow>(
    `select ${CONTRACT_COLUMNS} from contracts where id = any ($1::bigint[]) order by id`,
    [[...ids]],
  )
}

/** The user's own, or null: another user's does not exist for him. */
export async function getContractOfUser(sql: Sql, userId: bigint, id: bigint): Promise<ContractRow | null> {
  const rows = await sql.query<ContractRow>(
    `select ${CONTRACT_COLUMNS} from contracts where id = $1 and user_id = $2`,
    [id, userId],
  )
  return rows[0] ?? null
}

/** Which contracts of a user are meant. */
export interface ContractCriteria {
  userId: bigint
  book: 'demo' | 'real'
  state?: 'pending' | 'settled' | 'completed' | 'cancelled' | undefined
  symbol?: string | undefined
  direction?: 'up' | 'down' | undefined
  result?: 'won' | 'lost' | 'equal' | undefined
  fromMs?: number | undefined
  toMs?: number | undefined
}

export interface ContractFilter extends ContractCriteria {
  /** Only what comes after this one, newest first. */
  after?: { acceptedAtMs: bigint; id: bigint } | undefined
  limit: number
}

const STATES: Readonly<Record<NonNullable<ContractFilter['state']>, readonly string[]>> = {
  pending: ['opening', 'running'],
  settled: ['completed', 'cancelled'],
  completed: ['completed'],
  cancelled: ['cancelled'],
}

interface Conditions {
  conditions: string[]
  params: (string | number | bigint)[]
}

/** Conditions left out are left out of the statement too, so that the index of the user's records is used. */
function conditionsOf(filter: ContractCriteria): Conditions {
  const params: Conditions['params'] = [filter.userId, filter.book]
  const conditions = ['user_id = $1', 'book = $2']
  const add = (value: string | number | bigint | undefined, condition: (at: string) => string): void => {
    if (value === undefined) return
    params.push(value)
    conditions.push(condition(`$${params.length}`))
  }
  if (filter.state !== undefined) {
    conditions.push(`state in (${STATES[filter.state].map((state) => `'${state}'`).join(', ')})`)
  }
  add(filter.symbol, (at) => `symbol = ${at}`)
  add(filter.direction, (at) => `direction = ${at}`)
  add(filter.result, (at) => `result = ${at}`)
  add(filter.fromMs, (at) => `accepted_at_ms >= ${at}`)
  add(filter.toMs, (at) => `accepted_at_ms <= ${at}`)
  return { conditions, params }
}

/** Newest first. */
export function contractsQuery(filter: ContractFilter): { text: string; params: Conditions['params'] } {
  const { conditions, params } = conditionsOf(filter)
  if (filter.after !== undefined) {
    params.push(filter.after.acceptedAtMs, filter.after.id)
    conditions.push(`(accepted_at_ms, id) < ($${params.length - 1}, $${params.length})`)
  }
  params.push(filter.limit)
  const text = `select ${CONTRACT_COLUMNS} from contracts where ${conditions.join(' and ')}
    order by accepted_at_ms desc, id desc limit $${params.length}`
  return { text, params }
}

export function listContractsOfUser(sql: Sql, filter: ContractFilter): Promise<ContractRow[]> {
  const { text, params } = contractsQuery(filter)
  return sql.query<ContractRow>(text, params)
}

/** Contracts that are not settled, of both books; products without any are left out. */
export async function countOpenContracts(sql: Sql): Promise<Map<number, number>> {
  const rows = await sql.query<{ productId: number; count: number }>(
    `select product_id as "productId", count(*)::int as count from contracts
    where state in ('opening', 'running') group by product_id`,
  )
  return new Map(rows.map(({ productId, count }) => [productId, count]))
}

/** What contracts are about, whoever's they are. */
export function listContractTerms(
  sql: Sql,
  ids: readonly bigint[],
): Promise<Pick<ContractRow, 'id' | 'symbol' | 'direction'>[]> {
  return sql.query('select id, symbol, direction from contracts where id = any ($1::bigint[])', [[...ids]])
}

/** Contracts a snapshot may hold: open ones first. */
const SNAPSHOT_MAX = 500

/** Newest contracts of each book among which those settled lately are looked for, however many there are. */
const LOOKED_AT_MAX = 1_000

/**
 * All open ones of a user, and those settled since a time among the newest of each book, newest first. Contracts live at
 * most seven days. One statement, so that none is settled between the two.
 */
export function listRecentContracts(
  sql: Sql,
  { userId, sinceMs, oldestMs }: { userId: bigint; sinceMs: number; oldestMs: number },
): Promise<ContractRow[]> {
  return sql.query<ContractRow>(
    `select * from (
      (select ${CONTRACT_COLUMNS} from contracts where user_id = $1 and settled_at_ms is null
        order by accepted_at_ms desc limit ${SNAPSHOT_MAX})
      union all
      select n.* from (values ('demo'), ('real')) b (of_book), lateral (
        select ${CONTRACT_COLUMNS} from contracts where user_id = $1 and book = b.of_book and accepted_at_ms >= $3
        order by accepted_at_ms desc, id desc limit ${LOOKED_AT_MAX}
      ) n where n."settledAtMs" >= $2
    ) t order by ("settledAtMs" is null) desc, "acceptedAtMs" desc limit ${SNAPSHOT_MAX}`,
    [userId, sinceMs, oldestMs],
  )
}

export interface StatisticsRow {
  won: bigint
  lost: bigint
  equal: bigint
  cancelled: bigint
  profitMicros: bigint
  decidedStakeMicros: bigint
  /** Σ stake × 10 000 / (10 000 + payoutBps) of the won and lost ones. */
  breakEvenStakeMicros: bigint
}

/** Counts over the contracts of one user that match, settled ones unless a state is named. */
export async function getStatisticsOfUser(sql: Sql, criteria: ContractCriteria): Promise<StatisticsRow> {
  const { conditions, params } = conditionsOf({ ...criteria, state: criteria.state ?? 'settled' })
  const rows = await sql.query<StatisticsRow>(
    `select count(*) filter (where result = 'won') as won, count(*) filter (where result = 'lost') as lost,
      count(*) filter (where result = 'equal') as equal, count(*) filter (where state = 'cancelled') as cancelled,
      coalesce(sum(profit_micros), 0)::bigint as "profitMicros",
      coalesce(sum(stake_micros) filter (where result in ('won', 'lost')), 0)::bigint as "decidedStakeMicros",
      coalesce(sum(stake_micros * 10000 / (10000 + payout_bps)) filter (where result in ('won', 'lost')), 0)::bigint
        as "breakEvenStakeMicros"
    from contracts where ${conditions.join(' and ')}`,
    params,
  )
  const row = rows[0]
  if (row === undefined) throw new Error('an aggregate has one row')
  return row
}
