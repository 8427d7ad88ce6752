import type { Product } from '@truestrike/protocol/market-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../lib/time-format.ts'
import { useMovedPrices } from '../../lib/use-moved-prices.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { Num } from '../../ui/Num.tsx'
import { useTradeConnection } from './use-online.ts'
import { useProductStatus } from './use-product-status.ts'

interface FeedWords {
  /** Where the prices come from (simulated ones are never shown without saying so), of when, why they do not run. */
  words: string[]
  isPaused: boolean
}

export function useFeedWords(product: Product | undefined): FeedWords {
  const { t } = useTranslation('trade')
  const status = useProductStatus(product)
  const { online } = useTradeConnection()
  const moved = useMovedPrices(product)
  if (product === undefined) return { words: [], isPaused: false }
  const words = [t(`feed.${product.source}`), ...(moved === null ? [] : [moved])]
  if (!online) return { words: [...words, t('feed.offline')], isPaused: true }
  const isPaused = status === 'stale' || status === 'closed' || status === 'disabled'
  return { words: isPaused ? [...words, t(`feed.${status}`)] : words, isPaused }
}

/** The mark on wide screens, with the service's clock while prices run. */
export function FeedMark({ product }: { product: Product | undefined }) {
  const nowMs = useServerNow(1_000)
  const { words, isPaused } = useFeedWords(product)
  return (
    <span className="td-feed">
      <i aria-hidden="true" />
      {words.join(' · ')}
      {isPaused ? null : <Num>{formatClock(nowMs)}</Num>}
    </span>
  )
}
