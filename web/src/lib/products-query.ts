import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { listProducts, type Product } from '@truestrike/protocol/market-endpoints.ts'
import { call } from './api-client.ts'
import { livePrices } from './live-prices.ts'
import { pairText } from './pair-name.ts'

const FRESH_MS = 60_000

export interface ProductList {
  source: Product['source']
  products: Product[]
}

/** All products with their last 24 hours; live figures then come through `useTicker`. */
export function useProducts(): UseQueryResult<ProductList> {
  return useQuery({
    queryKey: ['products'],
    queryFn: async ({ signal }) => {
      const { products, source } = await call(listProducts, {}, { toast: false, signal })
      livePrices.applyTickers(products.map((product) => product.ticker))
      for (const { symbol, staleMs } of products) livePrices.setStaleAfter(symbol, staleMs)
      return { source, products }
    },
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS * 5,
  })
}

export function useProduct(symbol: string): Product | undefined {
  return useProducts().data?.products.find((product) => product.symbol === symbol)
}

/** `BTC/USDT` for a symbol. */
export function usePairText(symbol: string): string {
  return pairText(symbol, useProduct(symbol))
}
