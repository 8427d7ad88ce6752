import { pairOf } from '../../lib/pair-name.ts'
import { useProduct } from '../../lib/products-query.ts'

/** `BTC/USDT`, left to right in every language; the quote currency quieter where asked. */
export function SymbolName({ symbol, quiet }: { symbol: string; quiet?: boolean }) {
  const { base, quote } = pairOf(symbol, useProduct(symbol))
  return (
    <bdi dir="ltr">
      {base}
      {quote === '' ? null : quiet ? <span className="t3">/{quote}</span> : `/${quote}`}
    </bdi>
  )
}
