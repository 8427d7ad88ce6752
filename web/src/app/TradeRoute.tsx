import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router'
import { lastSymbol, storeLastSymbol, symbolOfPath } from '../lib/last-symbol.ts'
import { useProducts } from '../lib/products-query.ts'
import { lazyAgain } from '../ui/lazy-again.tsx'

const TradePage = lazyAgain(async () => (await import('../features/trade/TradePage.tsx')).TradePage)

/** `/trade`: the product last visited. */
export function LastTrade() {
  return <Navigate to={`/trade/${lastSymbol()}`} replace />
}

/** `/trade/:code`, where the code may be written `BTC/USDT`. A code that is no product is not remembered. */
export function TradeRoute() {
  const code = useParams()['*'] ?? ''
  const symbol = symbolOfPath(code)
  const { data } = useProducts()
  const known = data?.products.some((product) => product.symbol === symbol) === true

  useEffect(() => {
    if (known) storeLastSymbol(symbol)
  }, [symbol, known])

  if (symbol === '') return <LastTrade />
  if (symbol !== code) return <Navigate to={`/trade/${symbol}`} replace />
  return <TradePage symbol={symbol} key={symbol} />
}
