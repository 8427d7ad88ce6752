import type { Product, ProductStatus } from '@truestrike/protocol/market-endpoints.ts'
import { useTickerField } from '../../lib/live-prices.ts'

/** The live status of a product; that of the loaded list until a frame says otherwise. */
export function useProductStatus(product: Product | undefined): ProductStatus | undefined {
  const live = useTickerField(product?.symbol ?? '', 'status')
  return live ?? product?.ticker.status
}
