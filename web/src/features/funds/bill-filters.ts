import type { BillState, BillType } from '@truestrike/protocol/bill-endpoints.ts'
import type { Book } from '@truestrike/protocol/scalars.ts'
import { dayOf, daysAfter } from '../../lib/own-days.ts'

export const TYPES = [
  'deposit',
  'withdraw',
  'profit',
  'loss',
  'fee',
  'transfer',
  'adjustment',
] as const satisfies BillType[]

export const STATUSES = [
  'pending',
  'processing',
  'completed',
  'rejected',
  'failed',
  'cancelled',
] as const satisfies BillState[]

export interface BillFilters {
  /** Empty: all. */
  type: string
  status: string
  /** `2026-11-20`, of the user's own calendar; empty: open. Both days count as inside. */
  from: string
  to: string
}

const NAMES = ['type', 'status', 'from', 'to'] as const

/** Which balance the page lists: the one its address names, or the one in use. */
export function bookIn(params: URLSearchParams, inUse: Book): Book {
  const named = params.get('book')
  return named === 'real' || named === 'demo' ? named : inUse
}

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

/** What the server is asked for. */
export function billQueryOf(book: Book, { type, status, from, to }: BillFilters) {
  const chosen = TYPES.find((each) => each === type)
  const stands = STATUSES.find((each) => each === status)
  const first = dayOf(from)
  const last = dayOf(to)
  return {
    book,
    ...(chosen === undefined ? {} : { type: chosen }),
    ...(stands === undefined ? {} : { status: stands }),
    ...(first === null ? {} : { fromMs: first }),
    // To the last moment of the day, however long it is.
    ...(last === null ? {} : { toMs: daysAfter(last, 1) - 1 }),
  }
}
