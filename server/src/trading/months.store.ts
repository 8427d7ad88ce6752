import type { CancelReason } from '@truestrike/core/outcome.ts'
import type { Sql } from '../platform/db.ts'

/** What cancelling some contracts meant (migration 0010). */
export interface EffectRow {
  book: 'demo' | 'real'
  contracts: bigint
  stakeMicros: bigint
  keptMicros: bigint
  paidMicros: bigint
  unknownContracts: bigint
  unknownStakeMicros: bigint
  unknownProfitMicros: bigint
}

export interface MonthRow extends EffectRow {
  outcome: CancelReason | 'decided' | 'equal'
}

const SUMS = `sum(m.contracts)::bigint as contracts, sum(m.stake_micros)::bigint as "stakeMicros",
  sum(m.kept_micros)::bigint as "keptMicros", sum(m.paid_micros)::bigint as "paidMicros",
  sum(m.unknown_contracts)::bigint as "unknownContracts", sum(m.unknown_stake_micros)::bigint as "unknownStakeMicros",
  sum(m.unknown_profit_micros)::bigint as "unknownProfitMicros"`

/** What was settled in a month (counted from January 1970). At most 192 rows of one index are read. */
export function listMonth(sql: Sql, month: number): Promise<MonthRow[]> {
  return sql.query<MonthRow>(
    `select m.book, m.outcome, ${SUMS} from monthly_contracts m where m.month = $1 group by m.book, m.outcome`,
    [month],
  )
}

/** A stretch of a log, `fromSeq` to before `toSeq` (null: to its end), and the reasons it can be the cause of. */
export interface CauseSpan {
  productId: number
  fromSeq: bigint
  toSeq: bigint | null
  reasons: readonly CancelReason[]
}

/** Contracts cancelled by what lies in each span, by the span's place in the list and by book. */
export function listCancelledIn(
  sql: Sql,
  spans: readonly CauseSpan[],
): Promise<(EffectRow & { place: number })[]> {
  return sql.query<EffectRow & { place: number }>(
    `select s.place::int - 1 as place, m.book, ${SUMS}
    from unnest($1::int[], $2::bigint[], $3::bigint[], $4::text[]) with ordinality
      as s (product_id, from_seq, to_seq, reasons, place)
    join cancelled_by_entry m on m.product_id = s.product_id and m.seq >= s.from_seq
      and m.seq < coalesce(s.to_seq, 9223372036854775807) and m.reason || '' = any (string_to_array(s.reasons, ' '))
    group by s.place, m.book`,
    [
      spans.map(({ productId }) => productId),
      spans.map(({ fromSeq }) => fromSeq),
      spans.map(({ toSeq }) => toSeq),
      spans.map(({ reasons }) => reasons.join(' ')),
    ],
  )
}
