import type { Sql } from '../platform/db.ts'

type Book = 'demo' | 'real'

/** Open contracts of a product whose minutes of expiry lie in one span. */
export interface OpenSum {
  productId: number
  /** Place in the spans that were asked for. */
  span: number
  /** Past their expiry for longer than was asked for. */
  late: bigint
  upContracts: bigint
  upStakeMicros: bigint
  upProfitMicros: bigint
  downContracts: bigint
  downStakeMicros: bigint
  downProfitMicros: bigint
  /** What the house loses when in each minute the worse of the two ways comes. */
  worstMicros: bigint
  /** Minutes whose worse way is up, down. */
  worstUp: bigint
  worstDown: bigint
}

/** The stakes and possible profits of open contracts, by direction: what an exposure is made of. */
const SIDES = `coalesce(sum(c.stake_micros) filter (where c.direction = 'up'), 0)::bigint as up_stake,
    coalesce(sum(c.win_profit_micros) filter (where c.direction = 'up'), 0)::bigint as up_profit,
    coalesce(sum(c.stake_micros) filter (where c.direction = 'down'), 0)::bigint as down_stake,
    coalesce(sum(c.win_profit_micros) filter (where c.direction = 'down'), 0)::bigint as down_profit`

const exposureOf = (direction: string): string =>
  `trading_exposure(${direction}, m.up_profit, m.up_stake, m.down_profit, m.down_stake)`

interface OpenQuery {
  book: Book
  productIds: readonly number[]
  nowMs: number
  /** Spans by the end of each, exclusive, in ms from now on; the last one has none. */
  spanEndsMs: readonly number[]
  lateBeforeMs: number
}

/** All open contracts of a book, in one reading of those alone: history does not count. */
export function sumOpen(sql: Sql, query: OpenQuery): Promise<OpenSum[]> {
  return sql.query<OpenSum>(
    `with m as (
      select c.product_id, c.expires_at_ms / 60000 as minute, count(*) filter (where c.expires_at_ms < $4) as late,
        count(*) filter (where c.direction = 'up') as ups, count(*) filter (where c.direction = 'down') as downs, ${SIDES}
      from contracts c
      where c.product_id = any ($1::int[]) and c.state in ('opening', 'running') and c.book = $2
      group by 1, 2
    ), s as (
      select m.*, ${exposureOf("'up'")} as if_up, ${exposureOf("'down'")} as if_down,
        (select count(*) from unnest($5::bigint[]) as e (ms) where m.minute * 60000 >= $3 + e.ms)::int as span
      from m
    )
    select s.product_id as "productId", s.span, sum(s.late)::bigint as late,
      sum(s.ups)::bigint as "upContracts", sum(s.up_stake)::bigint as "upStakeMicros", sum(s.up_profit)::bigint as "upProfitMicros",
      sum(s.downs)::bigint as "downContracts", sum(s.down_stake)::bigint as "downStakeMicros",
      sum(s.down_profit)::bigint as "downProfitMicros", sum(greatest(s.if_up, s.if_down, 0))::bigint as "worstMicros",
      count(*) filter (where s.if_up > 0 and s.if_up >= s.if_down) as "worstUp",
      count(*) filter (where s.if_down > 0 and s.if_down > s.if_up) as "worstDown"
    from s group by s.product_id, s.span`,
    [
      [...query.productIds],
      query.book,
      BigInt(query.nowMs),
      BigInt(query.lateBeforeMs),
      query.spanEndsMs.map(BigInt),
    ],
  )
}

/** The side of a product and minute of expiry with the highest exposure. */
export interface FullestRow {
  productId: number
  expiryMinute: bigint
  direction: 'up' | 'down'
  exposureMicros: bigint
}

/** What guards orders of the real book: sums of what was accepted. */
const REAL = `select e.product_id, e.expiry_minute as minute, e.up_stake_micros as up_stake, e.up_profit_micros as up_profit,
      e.down_stake_micros as down_stake, e.down_profit_micros as down_profit
    from exposure_buckets e where e.product_id = any ($1::int[]) and e.expiry_minute >= $2::bigint`

/** In the demo book open contracts of one user. */
const DEMO = `select c.product_id, c.expires_at_ms / 60000 as minute, ${SIDES}
    from contracts c
    where c.product_id = any ($1::int[]) and c.state in ('opening', 'running') and c.book = 'demo'
      and c.expires_at_ms >= $2::bigint * 60000
    group by c.product_id, c.user_id, 2`

/** Of each product that has one, among the minutes that an order may still expire in. */
export function listFullest(
  sql: Sql,
  { book, productIds, nowMs }: Pick<OpenQuery, 'book' | 'productIds' | 'nowMs'>,
): Promise<FullestRow[]> {
  return sql.query<FullestRow>(
    `select distinct on (m.product_id) m.product_id as "productId", m.minute as "expiryMinute", d.direction,
      ${exposureOf('d.direction')} as "exposureMicros"
    from (${book === 'real' ? REAL : DEMO}) m cross join (values ('up'), ('down')) as d (direction)
    where ${exposureOf('d.direction')} > 0
    order by m.product_id, ${exposureOf('d.direction')} desc, m.minute`,
    [[...productIds], BigInt(Math.floor(nowMs / 60_000))],
  )
}

export interface RiskSettings {
  limitMicros: bigint
  warningBps: number
  halted: boolean
  demoEnabled: boolean
  realEnabled: boolean
  /** Live mode only. */
  houseFundsMicros: bigint | null
  houseRoomMicros: bigint | null
}

export async function getRiskSettings(sql: Sql): Promise<RiskSettings | undefined> {
  const [row] = await sql.query<RiskSettings>(
    `select exposure_limit_micros as "limitMicros", exposure_warning_bps as "warningBps", halted,
      demo_enabled as "demoEnabled", real_enabled as "realEnabled",
      case when funds_mode = 'live' then ledger_house_funds('real') end as "houseFundsMicros",
      case when funds_mode = 'live' then trading_house_room() end as "houseRoomMicros"
    from trading_settings`,
  )
  return row
}

/** What a product takes orders by. */
export interface OfferRow {
  productId: number
  enabled: boolean
  /** Profit of the smallest contract it is offered with; null: it is offered with none. */
  smallestProfitMicros: bigint | null
}

export function listOffers(sql: Sql, productIds: readonly number[]): Promise<OfferRow[]> {
  return sql.query<OfferRow>(
    `select h.product_id as "productId", h.enabled,
      (select min(r.stake_min_micros * r.payout_bps / 10000)
        from active_rules a join game_rules r on r.id = a.rule_id
        where a.product_id = h.product_id and a.enabled) as "smallestProfitMicros"
    from market_heads($1::int[]) h`,
    [[...productIds]],
  )
}
