import type { BillStatus, BillType } from '@truestrike/protocol/bill-endpoints.ts'
import type { Book } from '@truestrike/protocol/scalars.ts'

export const TYPES = [
  'deposit',
  'withdraw',
  'profit',
  'loss',
  'fee',
  'transfer',
] as const satisfies BillType[]

export const STATUSES = [
  'pending',
  'processing',
  'completed',
  'rejected',
  'failed',
] as const satisfies BillStatus[]

export interface BillFilters {
  /** Empty: all. */
  type: string
  status: string
  /** `2026-11-20`, of the user's own calendar; empty: open. Both days count as inside. */
  from: string
  to: string
}

const NAMES = ['type', 'status', 'from', 'to'] as const

/** As the page's address has them. */
export const filtersOf = (params: URLSearchParams): BillFilters => ({
  type: params.get('type') ?? '',
  status: params.get('status') ?? '',
  from: params.get('from') ?? '',
  to: params.get('to') ?? '',
})

/** The address with them; what is empty stands for itself. */
export function withFilters(params: URLSearchParams, filters: BillFilters): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of NAMES) {
    if (filters[name] === '') next.delete(name)
    else next.set(name, filters[name])
  }
  return next
}

const dayOf = (text: string): Date | null => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  return year === undefined ? null : new Date(Number(year), Number(month) - 1, Number(day))
}

/** What the server is asked for. */
export function billQueryOf(book: Book, { type, status, from, to }: BillFilters) {
  const chosen = TYPES.find((each) => each === type)
  const stands = STATUSES.find((each) => each === status)
  const first = dayOf(from)
  const last = dayOf(to)
  // To the last moment of the day, however long it is.
  last?.setDate(last.getDate() + 1)
  return {
    book,
    ...(chosen === undefined ? {} : { type: chosen }),
    ...(stands === undefined ? {} : { status: stands }),
    ...(first === null ? {} : { fromMs: Math.max(0, first.getTime()) }),
    ...(last === null ? {} : { toMs: Math.max(0, last.getTime() - 1) }),
  }
}
