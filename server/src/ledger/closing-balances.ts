import type { BalanceDay } from './balance-days.store.ts'

export interface ClosingBalance {
  day: number
  micros: bigint
}

/**
 * What a book held at the end of each day, oldest first; the last one is today, as it stands. Counted back from now; days
 * before the first movement that left nothing are left out.
 */
export function closingBalances(rows: readonly BalanceDay[], today: number, days: number): ClosingBalance[] {
  const moved = new Map(rows.map(({ day, movedMicros }) => [Number(day), movedMicros ?? 0n]))
  const closings: ClosingBalance[] = []
  let micros = rows[0]?.totalMicros ?? 0n
  for (let day = today; day > today - days; day--) {
    closings.push({ day, micros })
    micros -= moved.get(day) ?? 0n
  }
  closings.reverse()
  const first = closings.findIndex((closing) => closing.micros !== 0n)
  return first < 0 ? closings.slice(-1) : closings.slice(first)
}
