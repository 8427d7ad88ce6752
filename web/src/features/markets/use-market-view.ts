import { useEffect, useState } from 'react'
import { useNavigationType, useSearchParams } from 'react-router'
import { addressOf, type MarketView, viewIn } from './market-order.ts'

/** Tab, search, favourites and order are kept in the address; what is typed shows at once, before the address follows. */
export function useMarketView(): [MarketView, (part: Partial<MarketView>) => void] {
  const [params, setParams] = useSearchParams()
  const address = params.toString()
  const [view, setView] = useState(() => viewIn(params))
  const navigation = useNavigationType()
  useEffect(() => {
    // What it writes itself is a replacement, and may come when more has been typed already.
    if (navigation !== 'REPLACE') setView(viewIn(new URLSearchParams(address)))
  }, [address, navigation])
  return [
    view,
    (part) => {
      const next = { ...view, ...part }
      setView(next)
      setParams(addressOf(next), { replace: true, preventScrollReset: true })
    },
  ]
}
