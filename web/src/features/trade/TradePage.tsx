import { Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { livePrices } from '../../lib/live-prices.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { pairText } from '../../lib/pair-name.ts'
import { formatPrice } from '../../lib/price-format.ts'
import { useProducts } from '../../lib/products-query.ts'
import { useSession } from '../../lib/session-store.ts'
import { DESKTOP, MOBILE, useMedia } from '../../lib/use-media.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { lazyLater } from '../../ui/lazy-again.tsx'
import { ChartPanel } from './ChartPanel.tsx'
import { MarketPicker } from './MarketPicker.tsx'
import { OrderPanel } from './OrderPanel.tsx'
import { useOpenContracts } from './use-open-contracts.ts'
import './trade.css'

/** Phones have no table. */
const ContractTable = lazyLater(async () => (await import('./ContractTable.tsx')).ContractTable)
/** What runs and what has ended; guests have neither. */
const LiveStrip = lazyLater(async () => (await import('./LiveStrip.tsx')).loadLiveStrip())
const ProgressCard = lazyLater(async () => (await import('./ProgressCard.tsx')).loadProgressCard())
const ContractAnnouncer = lazyLater(async () => {
  await new Promise<void>(whenIdle)
  return (await import('./ContractAnnouncer.tsx')).loadContractAnnouncer()
})

/** Comes with the page, though it is seldom seen: without a connection it could not be had. */
const PriceBanner = lazyLater(async () => (await import('./PriceBanner.tsx')).PriceBanner)

const UnknownProduct = lazyLater(async () => (await import('./UnknownProduct.tsx')).UnknownProduct)

/** The trade screen of one product: one column on phones, two on tablets, three on wide screens. */
export function TradePage({ symbol }: { symbol: string }) {
  const { t } = useTranslation('trade')
  const { data } = useProducts()
  const product = data?.products.find((each) => each.symbol === symbol)
  const mobile = useMedia(MOBILE)
  const desktop = useMedia(DESKTOP)
  const isGuest = useSession((session) => session.token === null)
  const open = useOpenContracts(symbol)
  const here = useMemo(() => open.filter((contract) => contract.symbol === symbol), [open, symbol])

  if (data !== undefined && product === undefined)
    return (
      <Suspense>
        <UnknownProduct symbol={symbol} />
      </Suspense>
    )
  return (
    <div className="td" data-guest={isGuest}>
      <TitleWithPrice symbol={symbol} pair={pairText(symbol, product)} />
      <h1 className="sr-only">{t('title', { pair: pairText(symbol, product) })}</h1>
      {desktop ? (
        <aside className="td-list" aria-label={t('picker.title')}>
          <MarketPicker symbol={symbol} />
        </aside>
      ) : null}
      <div className="td-centre">
        <ChartPanel
          symbol={symbol}
          product={product}
          contracts={here}
          notice={
            <Suspense>
              <PriceBanner product={product} />
            </Suspense>
          }
        />
        {mobile && !isGuest ? (
          // Its place is kept, so that neither chart nor buttons move when a contract begins or ends.
          <Suspense fallback={<div className="td-live" />}>
            <LiveStrip contracts={open} />
          </Suspense>
        ) : mobile ? null : (
          // Its place is kept, so that the chart does not move when it comes.
          <Suspense fallback={<div className="td-table" />}>
            <ContractTable open={open} />
          </Suspense>
        )}
      </div>
      <div className="td-side">
        <OrderPanel symbol={symbol} product={product} />
        {mobile || isGuest ? null : (
          <Suspense fallback={<div className="td-progress" />}>
            <ProgressCard contracts={open} />
          </Suspense>
        )}
      </div>
      <Suspense>
        <ContractAnnouncer />
      </Suspense>
    </div>
  )
}

const TITLE_EVERY_MS = 1_000

/** The price in the tab's title, as traders expect it; once a second, for titles are dear to change. */
function TitleWithPrice({ symbol, pair }: { symbol: string; pair: string }) {
  const [price, setPrice] = useState(() => livePrices.get(symbol)?.price)
  useEffect(() => {
    const timer = setInterval(() => setPrice(livePrices.get(symbol)?.price), TITLE_EVERY_MS)
    return () => clearInterval(timer)
  }, [symbol])
  usePageTitle(price == null ? pair : `${formatPrice(price)} ${pair}`)
  return null
}
