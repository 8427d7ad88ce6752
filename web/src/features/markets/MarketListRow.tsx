import type { Product, Ticker } from '@truestrike/protocol/market-endpoints.ts'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useTicker } from '../../lib/live-prices.ts'
import { quoteText, unitsQuoted } from '../../lib/market-quote.ts'
import { formatCompact } from '../../lib/money-format.ts'
import { CoinIcon } from '../../ui/CoinIcon.tsx'
import { Num } from '../../ui/Num.tsx'
import { Sparkline } from '../../ui/Sparkline.tsx'
import { Change, toneOf } from './Change.tsx'
import { PairName } from './PairName.tsx'
import { rangePercent } from './price-range.ts'
import { StarButton } from './StarButton.tsx'
import { StatusBadge } from './StatusBadge.tsx'

export const MarketListRow = memo(function MarketListRow({ product }: { product: Product }) {
  const { t } = useTranslation('markets')
  const ticker = useTicker(product.symbol) ?? product.ticker
  const units = unitsQuoted(ticker.price)
  return (
    <li className="mk-row" data-status={ticker.status}>
      <CoinIcon base={product.base} />
      <span className="col">
        <span className="mk-row-name">
          <Link to={`/trade/${product.symbol}`} className="mk-cover">
            <PairName product={product} />
          </Link>
          <StarButton symbol={product.symbol} pair={`${product.base}/${product.quote}`} />
        </span>
        <span className="cap trunc">
          {t('volume')} <Num>{formatCompact(ticker.volume24h)}</Num>
        </span>
      </span>
      <Sparkline points={product.spark} width={60} height={24} tone={toneOf(ticker)} />
      <span className="col end">
        <span className="mk-price">
          <Num>
            {units === 1 ? null : <span className="cap">{`${units} ${product.base} = `}</span>}
            {quoteText(ticker.price, units)}
          </Num>
        </span>
        <span className="mk-change">
          <Change ticker={ticker} />
        </span>
      </span>
      <span className="mk-third">
        <StatusBadge status={ticker.status} />
        <Range ticker={ticker} />
      </span>
    </li>
  )
})

/** Low and high of 24 hours with the price between them. */
function Range({ ticker }: { ticker: Ticker }) {
  const { t } = useTranslation('markets')
  const units = unitsQuoted(ticker.price)
  const percent = rangePercent(ticker.low24h, ticker.high24h, ticker.price)
  return (
    <span className="mk-range" dir="ltr">
      <span>
        <abbr title={t('columns.low')}>{t('lowShort')}</abbr> <Num>{quoteText(ticker.low24h, units)}</Num>
      </span>
      <span className="mk-track" aria-hidden="true">
        {percent === null ? null : <i style={{ insetInlineStart: `${percent}%` }} />}
      </span>
      <span>
        <abbr title={t('columns.high')}>{t('highShort')}</abbr> <Num>{quoteText(ticker.high24h, units)}</Num>
      </span>
    </span>
  )
}
