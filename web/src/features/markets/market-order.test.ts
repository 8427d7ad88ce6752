import type { Product, Ticker } from '@truestrike/protocol/market-endpoints.ts'
import { expect, test } from 'vitest'
import { addressOf, nextSort, type SortKey, selectProducts, sortProducts, viewIn } from './market-order.ts'
import { rangePercent } from './price-range.ts'

function product(symbol: string, name: string, sort: number, figures: Partial<Ticker> = {}): Product {
  const ticker: Ticker = {
    symbol,
    status: 'open',
    epoch: 1,
    seq: 1,
    timeMs: 0,
    price: null,
    open24h: null,
    high24h: null,
    low24h: null,
    volume24h: null,
    hash: null,
    ...figures,
  }
  const base = symbol.replace('USDT', '')
  const category = base === 'EUR' ? 'forex' : 'crypto'
  return {
    symbol,
    base,
    quote: 'USDT',
    name,
    category,
    precision: 2,
    source: 'simulated',
    sort,
    staleMs: 3_000,
    outlierBps: 30,
    deviationBps: 100,
    nextOpenMs: null,
    nextCloseMs: null,
    ticker,
    spark: [],
  }
}

const btc = product('BTCUSDT', 'Bitcoin', 1, { price: '67482.36', open24h: '66000.00', volume24h: '900' })
const eth = product('ETHUSDT', 'Ethereum', 2, { price: '3484.10', open24h: '3500.00', volume24h: '1000' })
const doge = product('DOGEUSDT', 'Dogecoin', 3, { price: '0.15826', open24h: '0.15000', volume24h: null })
const eur = product('EURUSDT', 'Euro', 4)
const all = [eth, doge, btc, eur]

const symbols = (products: readonly Product[]) => products.map(({ base }) => base).join(' ')
const sorted = (key: SortKey, descending: boolean) =>
  symbols(sortProducts([eth, doge, btc], { key, descending }, () => undefined))

test('[M1] tabs, search by pair or name without slash and case, favourites', () => {
  const select = (search: string, only: ReadonlySet<string> | null = null) =>
    symbols(selectProducts(all, { category: 'crypto', search, only }))
  expect(select('')).toBe('ETH DOGE BTC')
  expect(select('btc/us')).toBe('BTC')
  expect(select(' Coin ')).toBe('DOGE BTC')
  expect(select('euro')).toBe('')
  expect(select('', new Set(['DOGEUSDT', 'EURUSDT']))).toBe('DOGE')
})

test('[M1] sorting by figures, exactly; what is missing comes last either way', () => {
  expect(sorted('price', true)).toBe('BTC ETH DOGE')
  expect(sorted('price', false)).toBe('DOGE ETH BTC')
  expect(sorted('change', true)).toBe('DOGE BTC ETH')
  expect(sorted('volume', true)).toBe('ETH BTC DOGE')
  expect(sorted('volume', false)).toBe('BTC ETH DOGE')
  expect(sorted('name', false)).toBe('BTC DOGE ETH')
  expect(symbols(sortProducts(all, null, () => undefined))).toBe('BTC ETH DOGE EUR')
})

test('[M1] live figures count before those the list came with', () => {
  const live = { ...doge.ticker, price: '70000.00' }
  const order = sortProducts([eth, doge, btc], { key: 'price', descending: true }, (symbol) =>
    symbol === 'DOGEUSDT' ? live : undefined,
  )
  expect(symbols(order)).toBe('DOGE BTC ETH')
})

test('[M1] a column is sorted one way, then the other, then no longer', () => {
  const first = nextSort(null, 'price')
  const second = nextSort(first, 'price')
  expect(first).toEqual({ key: 'price', descending: true })
  expect(second).toEqual({ key: 'price', descending: false })
  expect(nextSort(second, 'price')).toBeNull()
  expect(nextSort(second, 'name')).toEqual({ key: 'name', descending: false })
})

test('[M1] the place of the price between low and high; nothing where it cannot be said', () => {
  expect(rangePercent('10.00', '20.00', '15.0')).toBe(50)
  expect(rangePercent('10', '20', '25')).toBe(100)
  expect(rangePercent('10', '20', '5')).toBe(0)
  expect(rangePercent('10', '10', '10')).toBeNull()
  expect(rangePercent(null, '10', '10')).toBeNull()
})

test('[M1] [R12] [U-9] tab, search, favourites and order are kept in the address and read back from it', () => {
  const view = {
    category: 'forex',
    search: 'eur/',
    starredOnly: true,
    sort: { key: 'change', descending: true },
  } as const
  const address = new URLSearchParams(addressOf(view))
  expect(address.toString()).toBe('tab=forex&q=eur%2F&starred=1&sort=-change')
  expect(viewIn(address)).toEqual(view)
  const usual = { category: 'crypto', search: '', starredOnly: false, sort: null } as const
  expect(addressOf(usual)).toEqual({})
  expect(viewIn(new URLSearchParams('tab=metals&sort=colour'))).toEqual(usual)
  expect(viewIn(new URLSearchParams('sort=name')).sort).toEqual({ key: 'name', descending: false })
})
