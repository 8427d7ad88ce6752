import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Amount, Book, PairSymbol, Seq, TimeMs } from './scalars.ts'
import { CancelReason } from './trade-endpoints.ts'

/** A UTC month, such as `2026-11`. */
const Month = Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$', maxLength: 7 })
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/**
 * Cancelled contracts and what cancelling them meant for the house (docs/glossary.md, effect on the house): had they
 * counted, it would have kept `kept` of those that would have lost and paid `paid` to those that would have won. Where the
 * log cannot say, `unknown` has how many they are, their stakes (the most it would have kept) and their possible profits
 * (the most it would have paid).
 */
const effect = {
  contracts: Count,
  /** Returned in full. */
  stake: Amount,
  kept: Amount,
  paid: Amount,
  unknown: Type.Object({ contracts: Count, stake: Amount, profit: Amount }),
}
export const CancelEffect = Type.Object(effect)
export type CancelEffect = Type.Static<typeof CancelEffect>

const MonthOfBook = Type.Object({
  book: Book,
  /** Settled: with a result, equal prices included. */
  completed: Count,
  /** Equal prices: the stake came back. */
  equal: Type.Object({ contracts: Count, stake: Amount }),
  /** By reason, every reason there is. */
  cancelled: Type.Array(Type.Object({ reason: CancelReason, ...effect })),
})
export type MonthOfBook = Type.Static<typeof MonthOfBook>

const MonthFigures = Type.Object({
  month: Month,
  /** By the service clock. */
  thisMonth: Month,
  /** Where figures begin. */
  firstMonth: Month,
  books: Type.Array(MonthOfBook),
})
export type MonthFigures = Type.Static<typeof MonthFigures>

/** What was settled in a month, by book; without `month` the present one. */
export const getMonth = endpoint({
  method: 'GET',
  path: '/api/proof/months',
  audience: 'public',
  query: Type.Object({ month: Type.Optional(Month) }),
  data: MonthFigures,
})

const Source = Type.Union([Type.Literal('simulated'), Type.Literal('replay'), Type.Literal('exchange')])

/**
 * - `source`: from `fromMs` on prices come from another source; `seq` is the entry.
 * - `void`: `fromMs` to `toMs` do not count; `seq` is the entry, which says contracts, effect on the house and reason itself.
 * - `halt`: no price from entry `seq` to entry `endSeq`, `openMs` of it trading hours. Not over: `endSeq`, `toMs` null.
 * - `stop`: no orders were taken, on one product or (symbol null) on all. It is not in a log.
 */
const PublicEvent = Type.Object({
  id: Type.Union([Type.String({ maxLength: 19 }), Type.Null()]),
  kind: Type.Union([
    Type.Literal('source'),
    Type.Literal('void'),
    Type.Literal('halt'),
    Type.Literal('stop'),
  ]),
  symbol: Type.Union([PairSymbol, Type.Null()]),
  seq: Type.Union([Seq, Type.Null()]),
  endSeq: Type.Union([Seq, Type.Null()]),
  fromMs: TimeMs,
  toMs: Type.Union([TimeMs, Type.Null()]),
  openMs: Type.Union([TimeMs, Type.Null()]),
  sourceBefore: Type.Union([Source, Type.Null()]),
  source: Type.Union([Source, Type.Null()]),
  voided: Type.Union([
    Type.Object({ contracts: Count, houseEffect: Amount, reason: Type.String({ maxLength: 200 }) }),
    Type.Null(),
  ]),
  /** Contracts cancelled by it so far, by book; a book without any is not in it. */
  effects: Type.Array(Type.Object({ book: Book, ...effect })),
})
export type PublicEvent = Type.Static<typeof PublicEvent>

/**
 * Events of a month, newest first (a halt in the month it ended in, a stop in that it began in), in pages: `nextCursor` null
 * on the last. Halts that are not over come first, on the first page of the present month, and have no id.
 */
export const listMonthEvents = endpoint({
  method: 'GET',
  path: '/api/proof/months/events',
  audience: 'public',
  query: Type.Object({
    month: Type.Optional(Month),
    cursor: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,17}$', maxLength: 18 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  data: Type.Object({
    month: Month,
    events: Type.Array(PublicEvent),
    nextCursor: Type.Union([Type.String({ maxLength: 19 }), Type.Null()]),
  }),
})
