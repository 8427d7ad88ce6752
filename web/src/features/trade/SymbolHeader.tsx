import type { Product } from '@truestrike/protocol/market-endpoints.ts'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTicker } from '../../lib/live-prices.ts'
import { pairText } from '../../lib/pair-name.ts'
import { splitPrice } from '../../lib/price-format.ts'
import { MOBILE, useMedia } from '../../lib/use-media.ts'
import { CoinIcon } from '../../ui/CoinIcon.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DayStats } from './DayStats.tsx'
import { useFeedWords } from './FeedMark.tsx'
import { MarketPicker } from './MarketPicker.tsx'
import { PriceChange } from './PriceChange.tsx'
import { useTradeConnection } from './use-online.ts'

interface SymbolHeaderProps {
  symbol: string
  product: Product | undefined
}

/** Product, price and the last 24 hours. */
export function SymbolHeader({ symbol, product }: SymbolHeaderProps) {
  const mobile = useMedia(MOBILE)
  return (
    <>
      <div className="td-head">
        <SymbolButton symbol={symbol} product={product} />
        <HeroPrice symbol={symbol} />
        {mobile ? null : <DayStats symbol={symbol} />}
      </div>
      {mobile ? <DayStats symbol={symbol} /> : null}
    </>
  )
}

function SymbolButton({ symbol, product }: SymbolHeaderProps) {
  const { t } = useTranslation('trade')
  const [picking, setPicking] = useState(false)
  const { words } = useFeedWords(product)
  const pick = (): void => {
    // A chart that fills the screen would hide the sheet.
    if (document.fullscreenElement !== null) void document.exitFullscreen()
    setPicking(true)
  }
  // The mark above the chart says it on wide screens.
  const marked = useMedia('(min-width: 82.5625rem)')
  return (
    <>
      <button type="button" className="td-symbol" aria-haspopup="dialog" onClick={pick}>
        <CoinIcon base={product?.base ?? symbol.replace(/USDT$/, '')} />
        <span className="td-col">
          <b>
            <bdi dir="ltr">{pairText(symbol, product)}</bdi>
            <span className="sr-only"> {t('picker.open')}</span>
            <Icon of={ChevronDown} size={16} />
          </b>
          <span className="cap">
            {product === undefined ? (
              <Skeleton width={72} height={12} />
            ) : marked ? (
              product.name
            ) : (
              // Room for two: the pair already names the product.
              [product.name, ...words].slice(-2).join(' · ')
            )}
          </span>
        </span>
      </button>
      <Sheet open={picking} onOpenChange={setPicking} title={t('picker.title')} className="td-picker">
        <MarketPicker symbol={symbol} onPick={() => setPicking(false)} />
      </Sheet>
    </>
  )
}

function HeroPrice({ symbol }: { symbol: string }) {
  const ticker = useTicker(symbol)
  const { online } = useTradeConnection()
  if (ticker === undefined) {
    return (
      <div className="td-price" aria-busy="true">
        <Skeleton width={132} height={24} />
        <Skeleton width={96} height={12} />
      </div>
    )
  }
  const { whole, fraction } = splitPrice(ticker.price)
  const paused = !online || ticker.status === 'stale'
  return (
    <div className={paused ? 'td-price td-paused' : 'td-price'}>
      <span className="td-hero">
        <Num>
          {whole}
          <small>{fraction}</small>
        </Num>
      </span>
      <span className="td-change">
        <PriceChange from={ticker.open24h} to={ticker.price} distance />
      </span>
    </div>
  )
}
