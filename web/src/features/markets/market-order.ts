import type { Product, Ticker } from '@truestrike/protocol/market-endpoints.ts'
import { compareDecimals } from '../../lib/decimal-text.ts'
import { changeBps } from '../../lib/price-format.ts'

const SORT_KEYS = ['name', 'price', 'change', 'high', 'low', 'volume'] as const
export type SortKey = (typeof SORT_KEYS)[number]

export interface Sort {
  key: SortKey
  descending: boolean
}

export interface MarketView {
  category: Product['category']
  search: string
  starredOnly: boolean
  sort: Sort | null
}

/** What an address shows: `?tab=forex&q=eur&starred=1&sort=-change`, descending with a minus. */
export function viewIn(params: URLSearchParams): MarketView {
  const sort = params.get('sort') ?? ''
  const key = SORT_KEYS.find((each) => sort.replace('-', '') === each)
  return {
    category: params.get('tab') === 'forex' ? 'forex' : 'crypto',
    search: params.get('q') ?? '',
    starredOnly: params.has('starred'),
    sort: key === undefined ? null : { key, descending: sort.startsWith('-') },
  }
}

/** The address of a view; what is usual is left out. */
export function addressOf({ category, search, starredOnly, sort }: MarketView): Record<string, string> {
  return {
    ...(category === 'crypto' ? {} : { tab: category }),
    ...(search === '' ? {} : { q: search }),
    ...(starredOnly ? { starred: '1' } : {}),
    ...(sort === null ? {} : { sort: (sort.descending ? '-' : '') + sort.key }),
  }
}

/** A press on a column: largest first, then smallest first, then the operator's order again; names start with A. */
export function nextSort(sort: Sort | null, key: SortKey): Sort | null {
  const first = key !== 'name'
  if (sort?.key !== key) return { key, descending: first }
  return sort.descending === first ? { key, descending: !first } : null
}

export interface Selection {
  category: Product['category']
  search: string
  /** Only these symbols; null: all. */
  only: ReadonlySet<string> | null
}

/** Products of a category whose pair or name contains what is searched, slashes and case aside. */
export function selectProducts(
  products: readonly Product[],
  { category, search, only }: Selection,
): Product[] {
  const wanted = normal(search)
  return products.filter(
    (product) =>
      product.category === category &&
      (only === null || only.has(product.symbol)) &&
      (normal(product.symbol).includes(wanted) || normal(product.name).includes(wanted)),
  )
}

const normal = (text: string): string => text.toLowerCase().replaceAll(/[\s/]/g, '')

/** Sorted copy by the figures at this moment; what is missing comes last either way. */
export function sortProducts(
  products: readonly Product[],
  sort: Sort | null,
  tickerOf: (symbol: string) => Ticker | undefined,
): Product[] {
  const byOperator = (a: Product, b: Product) => a.sort - b.sort || a.symbol.localeCompare(b.symbol)
  if (sort === null) return [...products].sort(byOperator)
  return [...products].sort((a, b) => {
    const order = compare(a, b, sort, tickerOf)
    return order === 0 ? byOperator(a, b) : order
  })
}

function compare(
  a: Product,
  b: Product,
  { key, descending }: Sort,
  tickerOf: (symbol: string) => Ticker | undefined,
) {
  const turn = descending ? -1 : 1
  if (key === 'name') return turn * a.symbol.localeCompare(b.symbol)
  const left = figure(tickerOf(a.symbol) ?? a.ticker, key)
  const right = figure(tickerOf(b.symbol) ?? b.ticker, key)
  if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1
  return turn * compareDecimals(left, right)
}

function figure(ticker: Ticker, key: Exclude<SortKey, 'name'>): string | null {
  switch (key) {
    case 'price':
      return ticker.price
    case 'change':
      return changeBps(ticker.open24h, ticker.price)?.toString() ?? null
    case 'high':
      return ticker.high24h
    case 'low':
      return ticker.low24h
    case 'volume':
      return ticker.volume24h
  }
}
