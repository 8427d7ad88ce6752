import type { Product } from '@truestrike/protocol/market-endpoints.ts'
import type { Category } from '@truestrike/protocol/scalars.ts'
import { Search } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useTicker } from '../../lib/live-prices.ts'
import { quoteText } from '../../lib/market-quote.ts'
import { useProducts } from '../../lib/products-query.ts'
import { CoinIcon } from '../../ui/CoinIcon.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Num } from '../../ui/Num.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { PriceChange } from './PriceChange.tsx'
import { useProductStatus } from './use-product-status.ts'

interface MarketPickerProps {
  symbol: string
  onPick?: () => void
}

function matches(product: Product, wanted: string): boolean {
  const text =
    `${product.base}${product.quote} ${product.base}/${product.quote} ${product.name}`.toLowerCase()
  return text.includes(wanted.trim().toLowerCase())
}

/** All products with live prices: the column on wide screens, the sheet on narrow ones. */
export function MarketPicker({ symbol, onPick }: MarketPickerProps) {
  const { t } = useTranslation(['trade', 'errors'])
  const { data, isError, isFetching, refetch } = useProducts()
  const chosen = data?.products.find((product) => product.symbol === symbol)
  const [category, setCategory] = useState<Category | null>(null)
  const [wanted, setWanted] = useState('')
  const shown = category ?? chosen?.category ?? 'crypto'
  const products = (data?.products ?? [])
    .filter((product) => (wanted.trim() === '' ? product.category === shown : matches(product, wanted)))
    .sort((a, b) => a.sort - b.sort)
  return (
    <div className="td-markets">
      <TextInput
        icon={Search}
        type="search"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        placeholder={t('picker.search')}
        aria-label={t('picker.search')}
      />
      <Tabs
        value={shown}
        label={t('picker.title')}
        onChange={setCategory}
        tabs={[
          { value: 'crypto', label: t('picker.crypto') },
          { value: 'forex', label: t('picker.forex') },
        ]}
      >
        <div className="td-market-heads" aria-hidden="true">
          <span>{t('picker.pair')}</span>
          <span>{t('picker.price')}</span>
        </div>
        {isError && data === undefined ? (
          <ErrorState title={t('errors:LOAD_STOCKS')} onRetry={() => void refetch()} pending={isFetching} />
        ) : (
          <ul>
            {data === undefined ? <LoadingRows /> : null}
            {products.map((product) => (
              <li key={product.symbol}>
                <MarketLink product={product} current={product.symbol === symbol} onPick={onPick} />
              </li>
            ))}
          </ul>
        )}
        {data !== undefined && products.length === 0 ? <p className="td-none">{t('picker.none')}</p> : null}
      </Tabs>
    </div>
  )
}

interface MarketLinkProps {
  product: Product
  current: boolean
  onPick?: (() => void) | undefined
}

function MarketLink({ product, current, onPick }: MarketLinkProps) {
  const { t } = useTranslation('trade')
  const ticker = useTicker(product.symbol) ?? product.ticker
  const status = useProductStatus(product) ?? 'open'
  const pick = (event: MouseEvent): void => {
    // Closing the sheet is all there is to do: another step for the same pair would make one press of Back do nothing.
    if (current && onPick !== undefined) event.preventDefault()
    onPick?.()
  }
  return (
    <Link
      to={`/trade/${product.symbol}`}
      // The step of the sheet becomes the step of the pair: Back leads to the pair before.
      replace={onPick !== undefined}
      className="td-market"
      aria-current={current ? 'page' : undefined}
      onClick={pick}
    >
      <CoinIcon base={product.base} size="s" />
      <bdi dir="ltr" className="td-pair">
        {product.base}
        <span>/{product.quote}</span>
      </bdi>
      <span className="td-market-figures">
        <Num>{quoteText(ticker.price, 1)}</Num>
        <span className="td-market-change">
          {status === 'open' ? <PriceChange from={ticker.open24h} to={ticker.price} /> : t(`feed.${status}`)}
        </span>
      </span>
    </Link>
  )
}

const LOADING_ROWS = [...'abcdefghij']

function LoadingRows() {
  return LOADING_ROWS.map((key) => (
    <li key={key} className="td-market">
      <Skeleton width={24} height={24} round />
      <Skeleton width={72} height={12} />
      <span className="td-market-figures">
        <Skeleton width={64} height={12} />
        <Skeleton width={44} height={10} />
      </span>
    </li>
  ))
}
