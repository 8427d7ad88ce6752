import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { FeedSource } from './market-endpoints.ts'
import { Amount, Book, Category, Direction, Id, PairSymbol, TimeMs } from './scalars.ts'

// Of the back office: how the site stands, and what the house may lose. What each figure means: docs/operations.md.

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Count = Type.Integer({ minimum: 0 })
const DurationMs = Type.Integer({ minimum: 0 })
const query = Type.Object({ book: Book })

/** Open contracts of one direction; `payout`: what the house pays, stakes included, if they win. */
const Side = Type.Object({ contracts: Count, stake: Amount, payout: Amount })

/** What the house loses at most; never below zero. */
const stakes = {
  up: Side,
  down: Side,
  worstCase: Amount,
  /** Which prices bring it; `mixed`: not the same in every minute of expiry. Null: nothing can be lost. */
  worstWay: Nullable(Type.Union([Type.Literal('up'), Type.Literal('down'), Type.Literal('mixed')])),
}

/** The product, direction and minute of expiry that is nearest to the limit, as the next order finds it. */
const fullest = {
  direction: Direction,
  expiryMinuteMs: TimeMs,
  exposure: Amount,
  /** Of the limit, rounded down. */
  shareBps: Count,
}
const Fullest = Type.Object(fullest)

/**
 * Why no new contracts are taken: all trading halted, the book or the product switched off; `limit-reached`: the smallest
 * contract does not fit into the fullest minute any more (other minutes and the other direction still take some).
 */
export const RiskStop = Type.Union([
  Type.Literal('halted'),
  Type.Literal('book-disabled'),
  Type.Literal('product-disabled'),
  Type.Literal('limit-reached'),
])
export type RiskStop = Type.Static<typeof RiskStop>

const productRisk = {
  symbol: PairSymbol,
  category: Category,
  ...stakes,
  fullest: Nullable(Fullest),
  /** From `warningBps` of the limit on. */
  isWarned: Type.Boolean(),
  stop: Nullable(RiskStop),
}

export const ProductExposure = Type.Object(productRisk)
export type ProductExposure = Type.Static<typeof ProductExposure>

/** By the minute of expiry: it begins within that time, and in none of those before. */
export const RiskSpan = Type.Object({
  within: Type.Union([
    Type.Literal('1m'),
    Type.Literal('5m'),
    Type.Literal('15m'),
    Type.Literal('1h'),
    Type.Literal('later'),
  ]),
  ...stakes,
})
export type RiskSpan = Type.Static<typeof RiskSpan>

const limits = {
  /** Of one product, direction and minute of expiry; in the demo book of one user besides. */
  limit: Amount,
  /** Share of the limit from which a product is warned of. */
  warningBps: Count,
}

/** `total`: all products together. */
export const Risk = Type.Object({
  atMs: TimeMs,
  book: Book,
  ...limits,
  /** The real book in live mode only: the house's funds, and what new contracts may still win of them. */
  house: Nullable(Type.Object({ funds: Amount, room: Amount })),
  total: Type.Object(stakes),
  products: Type.Array(Type.Object({ ...productRisk, spans: Type.Array(RiskSpan) })),
})
export type Risk = Type.Static<typeof Risk>

/** Products of one source and category. */
export const FeedHealth = Type.Object({
  source: FeedSource,
  category: Category,
  products: Count,
  /** Out of their hours, or the recording has nothing for them. */
  closed: Count,
  /** Open, and the newest price too old for orders. */
  stale: Count,
  /** Of the product that was heard of last, and of the open one that was not for longest. */
  newestTickAgeMs: Nullable(DurationMs),
  oldestTickAgeMs: Nullable(DurationMs),
  /** Halts that ended since midnight UTC, or go on; when the last one of these ended (null: none did). */
  gapsToday: Count,
  lastGapEndedMs: Nullable(TimeMs),
})
export type FeedHealth = Type.Static<typeof FeedHealth>

const task = {
  id: Id,
  uid: Type.String(),
  username: Type.String(),
  createdMs: TimeMs,
  waitingMs: DurationMs,
}
/** `takenBy`: whether the caller has taken it on, another administrator has, or nobody. */
const MoneyTask = Type.Object({
  ...task,
  amount: Amount,
  takenBy: Type.Union([Type.Literal('me'), Type.Literal('other'), Type.Null()]),
  /** Whether a receipt was handed in; null: it is a withdraw order, and has none. */
  receipt: Nullable(Type.Boolean()),
})
export type MoneyTask = Type.Static<typeof MoneyTask>
const IdentityTask = Type.Object(task)
export type IdentityTask = Type.Static<typeof IdentityTask>

/** How many wait in all, how many of them an administrator has taken on, and those that wait for longest; null: not the caller's to know. */
const MoneyQueue = Nullable(
  Type.Object({ count: Count, processing: Count, oldest: Type.Array(MoneyTask, { maxItems: 5 }) }),
)

export const Dashboard = Type.Object({
  atMs: TimeMs,
  book: Book,
  /** Of both books. */
  usersOnline: Count,
  /** Accepted since midnight UTC, and from the midnight before to this time of yesterday. */
  orders: Type.Object({ today: Count, yesterdayByNow: Count }),
  open: Type.Object({ contracts: Count, stake: Amount }),
  /** Of contracts completed since midnight UTC; above zero the house has won. Cancelled ones bring nothing and do not count. */
  house: Type.Object({
    contracts: Count,
    stake: Amount,
    result: Amount,
    /** The result's share of the stakes; null: there are none. */
    shareBps: Nullable(Type.Integer()),
  }),
  worstCase: Amount,
  ...limits,
  /** Of all products. */
  fullest: Nullable(Type.Object({ symbol: PairSymbol, ...fullest })),
  exposure: Type.Array(ProductExposure),
  /** 48 half hours, oldest first; the last one goes on. */
  ordersOverTime: Type.Array(Type.Object({ fromMs: TimeMs, up: Count, down: Count })),
  feeds: Type.Array(FeedHealth),
  settlement: Type.Object({
    open: Count,
    /** Open more than a second after their expiry. */
    late: Count,
    /** From expiry to settled, of the contract completed last; null: none was. */
    lastDelayMs: Nullable(DurationMs),
  }),
  pending: Type.Object({
    rechargeOrders: MoneyQueue,
    withdrawOrders: MoneyQueue,
    identityChecks: Nullable(
      Type.Object({ count: Count, oldest: Type.Array(IdentityTask, { maxItems: 5 }) }),
    ),
  }),
})
export type Dashboard = Type.Static<typeof Dashboard>

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard',
  audience: 'admin',
  permission: 'dashboard:read',
  query,
  data: Dashboard,
})

export const getRisk = endpoint({
  method: 'GET',
  path: '/api/admin/risk',
  audience: 'admin',
  permission: 'risk:read',
  query,
  data: Risk,
})
