import type { BillType } from '@truestrike/protocol/bill-endpoints.ts'
import type { Book } from '@truestrike/protocol/scalars.ts'

export const TYPES = [
  'deposit',
  'withdraw',
  'profit',
  'loss',
  'fee',
  'transfer',
] as const satisfies BillType[]

export interface BillFilters {
  /** Empty: all. */
  type: string
  /** `2026-11-20`, of the user's own calendar; empty: open. Both days count as inside. */
  from: string
  to: string
}

const dayOf = (text: string): Date | null => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  return year === undefined ? null : new Date(Number(year), Number(month) - 1, Number(day))
}

/** What the server is asked for. */
export function billQueryOf(book: Book, { type, from, to }: BillFilters) {
  const chosen = TYPES.find((each) => each === type)
  const first = dayOf(from)
  const last = dayOf(to)
  // To the last moment of the day, however long it is.
  last?.setDate(last.getDate() + 1)
  return {
    book,
    ...(chosen === undefined ? {} : { type: chosen }),
    ...(first === null ? {} : { fromMs: Math.max(0, first.getTime()) }),
    ...(last === null ? {} : { toMs: Math.max(0, last.getTime() - 1) }),
  }
}
