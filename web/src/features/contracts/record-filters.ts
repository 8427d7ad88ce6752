import type { Book, Direction } from '@truestrike/protocol/scalars.ts'
import type { ContractResult } from '@truestrike/protocol/trade-endpoints.ts'
import { dayOf, dayStartMs, daysAfter } from '../../lib/own-days.ts'

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

function spanOf({ span, from, to }: RecordFilters, nowMs: number): { fromMs?: number; toMs?: number } {
  const today = dayStartMs(nowMs)
  switch (span) {
    case 'all':
      return {}
    case 'today':
      return { fromMs: today }
    case 'week':
      return { fromMs: daysAfter(today, -6) }
    case 'month':
      return { fromMs: daysAfter(today, -29) }
    case 'own': {
      const [first, last] = [dayOf(from), dayOf(to)]
      return {
        ...(first === null ? {} : { fromMs: first }),
        ...(last === null ? {} : { toMs: daysAfter(last, 1) - 1 }),
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
