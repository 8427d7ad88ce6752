import type { Book, Direction } from '@truestrike/protocol/scalars.ts'
import type { ContractResult } from '@truestrike/protocol/trade-endpoints.ts'

export type RecordTab = 'open' | 'history'
export type DateSpan = 'all' | 'today' | 'week' | 'month' | 'own'

export interface RecordFilters {
  symbol: string
  direction: '' | Direction
  /** Of the history only, as is the result. */
  state: '' | 'completed' | 'cancelled'
  result: '' | ContractResult
  span: DateSpan
  /** `2026-11-21`, of the own span; empty: open on that side. */
  from: string
  to: string
}

export const NO_FILTERS: RecordFilters = {
  symbol: '',
  direction: '',
  state: '',
  result: '',
  span: 'all',
  from: '',
  to: '',
}

export interface RecordQuery {
  book: Book
  state: 'pending' | 'settled' | 'completed' | 'cancelled'
  symbol?: string
  direction?: Direction
  result?: ContractResult
  fromMs?: number
  toMs?: number
}

/** Midnight that begins the day in the user's own zone. */
export function dayStartMs(nowMs: number): number {
  return new Date(nowMs).setHours(0, 0, 0, 0)
}

/** Midnight of a number of days before: days of the calendar, of which some have 23 hours and some 25. */
function daysBefore(midnightMs: number, days: number): number {
  const midnight = new Date(midnightMs)
  return midnight.setDate(midnight.getDate() - days)
}

/** `2026-11-21` as the midnight that begins it; null when it is no day. */
function dayOf(text: string): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (parts === null) return null
  const timeMs = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])).getTime()
  return Number.isFinite(timeMs) ? timeMs : null
}

function spanOf({ span, from, to }: RecordFilters, nowMs: number): { fromMs?: number; toMs?: number } {
  const today = dayStartMs(nowMs)
  switch (span) {
    case 'all':
      return {}
    case 'today':
      return { fromMs: today }
    case 'week':
      return { fromMs: daysBefore(today, 6) }
    case 'month':
      return { fromMs: daysBefore(today, 29) }
    case 'own': {
      const [first, last] = [dayOf(from), dayOf(to)]
      return {
        ...(first === null ? {} : { fromMs: first }),
        ...(last === null ? {} : { toMs: new Date(last).setHours(23, 59, 59, 999) }),
      }
    }
  }
}

/** What is open has no result yet, and what was cancelled has none. */
export function takesResult(tab: RecordTab, { state }: RecordFilters): boolean {
  return tab === 'history' && state !== 'cancelled'
}

/** What the server is asked for. A result only goes with contracts that may have one. */
export function queryOf(book: Book, tab: RecordTab, filters: RecordFilters, nowMs: number): RecordQuery {
  const { symbol, direction, state, result } = filters
  return {
    book,
    state: tab === 'open' ? 'pending' : state === '' ? 'settled' : state,
    ...(symbol === '' ? {} : { symbol }),
    ...(direction === '' ? {} : { direction }),
    ...(result !== '' && takesResult(tab, filters) ? { result } : {}),
    ...spanOf(filters, nowMs),
  }
}

/** Filters in force on this tab. */
export function filterCount(tab: RecordTab, filters: RecordFilters): number {
  const { symbol, direction, state, result, span } = filters
  return [
    symbol !== '',
    direction !== '',
    tab === 'history' && state !== '',
    result !== '' && takesResult(tab, filters),
    span !== 'all',
  ].filter(Boolean).length
}
