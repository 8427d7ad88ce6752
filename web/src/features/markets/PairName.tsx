import type { Product } from '@truestrike/protocol/market-endpoints.ts'

/** `BTC/USDT`, left to right in every language. */
export function PairName({ product }: { product: Pick<Product, 'base' | 'quote'> }) {
  return (
    <bdi dir="ltr" className="mk-pair">
      {product.base}
      <span>/{product.quote}</span>
    </bdi>
  )
}
