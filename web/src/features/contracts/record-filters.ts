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

const VALUES: Readonly<Record<keyof RecordFilters, RegExp>> = {
  symbol: /^[A-Z0-9]{2,20}$/,
  direction: /^(up|down)$/,
  state: /^(completed|cancelled)$/,
  result: /^(won|lost|equal)$/,
  span: /^(today|week|month|own)$/,
  from: /^\d{4}-\d{2}-\d{2}$/,
  to: /^\d{4}-\d{2}-\d{2}$/,
}
const NAMES = Object.keys(NO_FILTERS) as (keyof RecordFilters)[]

/** The filters an address names; a value that is none is left out. */
export function filtersIn(params: URLSearchParams): RecordFilters {
  const named = NAMES.map((name) => [name, params.get(name) ?? ''] as const)
  return { ...NO_FILTERS, ...Object.fromEntries(named.filter(([name, value]) => VALUES[name].test(value))) }
}

/** Writes the filters into the address; those that are not set leave it. */
export function withFilters(params: URLSearchParams, filters: RecordFilters): URLSearchParams {
  for (const name of NAMES) {
    if (filters[name] === NO_FILTERS[name]) params.delete(name)
    else params.set(name, filters[name])
  }
  return params
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

/** Whose figures stand above the list: those of the tab with open contracts are of the settled ones the filters name. */
export const statisticsQueryOf = (query: RecordQuery): RecordQuery =>
  query.state === 'pending' ? { ...query, state: 'settled' } : query

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
