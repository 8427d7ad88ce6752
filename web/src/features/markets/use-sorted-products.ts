import type { Product } from '@truestrike/protocol/market-endpoints.ts'
import { useEffect, useState } from 'react'
import { livePrices } from '../../lib/live-prices.ts'
import { type Sort, sortProducts } from './market-order.ts'

/** Rows keep their places between two looks at the figures, so that nothing jumps under the finger. */
const RESORT_MS = 15_000

export function useSortedProducts(products: readonly Product[], sort: Sort | null): Product[] {
  const [, look] = useState(0)
  const [order, setOrder] = useState<{ key: string; symbols: string[] }>({ key: '', symbols: [] })
  useEffect(() => {
    if (sort === null) return
    const timer = setInterval(() => {
      setOrder({ key: '', symbols: [] })
      look((count) => count + 1)
    }, RESORT_MS)
    return () => clearInterval(timer)
  }, [sort])

  const key = `${sort?.key} ${sort?.descending} ${products.map((product) => product.symbol).join()}`
  if (order.key === key) {
    const bySymbol = new Map(products.map((product) => [product.symbol, product]))
    return order.symbols.flatMap((symbol) => bySymbol.get(symbol) ?? [])
  }
  const sorted = sortProducts(products, sort, (symbol) => livePrices.get(symbol))
  setOrder({ key, symbols: sorted.map((product) => product.symbol) })
  return sorted
}
