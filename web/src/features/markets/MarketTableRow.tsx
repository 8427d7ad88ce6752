import type { Product } from '@truestrike/protocol/market-endpoints.ts'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useTicker } from '../../lib/live-prices.ts'
import { quoteText, unitsQuoted } from '../../lib/market-quote.ts'
import { formatCompact } from '../../lib/money-format.ts'
import { CoinIcon } from '../../ui/CoinIcon.tsx'
import { Num } from '../../ui/Num.tsx'
import { Sparkline } from '../../ui/Sparkline.tsx'
import { Change, toneOf } from './Change.tsx'
import { PairName } from './PairName.tsx'
import { StarButton } from './StarButton.tsx'
import { StatusBadge } from './StatusBadge.tsx'

export const MarketTableRow = memo(function MarketTableRow({ product }: { product: Product }) {
  const { t } = useTranslation('markets')
  const navigate = useNavigate()
  const ticker = useTicker(product.symbol) ?? product.ticker
  const units = unitsQuoted(ticker.price)
  const to = `/trade/${product.symbol}`
  return (
    // The link in the first cell is the way by keyboard; a click anywhere in the row is its short cut.
    <tr className="mk-line" onClick={() => void navigate(to)} data-status={ticker.status}>
      <th scope="row" className="mk-name">
        <span className="row">
          <StarButton symbol={product.symbol} pair={`${product.base}/${product.quote}`} />
          <CoinIcon base={product.base} />
          <Link to={to} className="mk-link" onClick={(event) => event.stopPropagation()}>
            <PairName product={product} />
          </Link>
          <span className="mk-full trunc">{product.name}</span>
          <StatusBadge status={ticker.status} />
        </span>
      </th>
      <td className="r mk-price">
        <Num>
          {units === 1 ? null : <span className="cap">{`${units} ${product.base} = `}</span>}
          {quoteText(ticker.price, units)}
        </Num>
      </td>
      <td className="r mk-change">
        <Change ticker={ticker} />
      </td>
      <td className="r t2">
        <Num>{quoteText(ticker.high24h, units)}</Num>
      </td>
      <td className="r t2">
        <Num>{quoteText(ticker.low24h, units)}</Num>
      </td>
      <td className="r t2">
        <Num>{formatCompact(ticker.volume24h)}</Num>
      </td>
      <td className="mk-spark">
        <Sparkline points={product.spark} width={104} height={28} tone={toneOf(ticker)} />
      </td>
      <td className="mk-go">
        <Link
          to={to}
          tabIndex={-1}
          aria-hidden="true"
          className="btn btn-s btn-tint"
          onClick={(event) => event.stopPropagation()}
        >
          {t('trade')}
        </Link>
      </td>
    </tr>
  )
})
