import type { Product } from '@truestrike/protocol/market-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../lib/time-format.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { Num } from '../../ui/Num.tsx'
import { useTradeConnection } from './use-online.ts'
import { useProductStatus } from './use-product-status.ts'

interface FeedWords {
  /** Where the prices come from; simulated ones are never shown without saying so. */
  source: string
  /** Why they do not run; null when they do. */
  pause: string | null
}

export function useFeedWords(product: Product | undefined): FeedWords {
  const { t } = useTranslation('trade')
  const status = useProductStatus(product)
  const { online } = useTradeConnection()
  if (product === undefined) return { source: '', pause: null }
  const source = t(`feed.${product.source}`)
  if (!online) return { source, pause: t('feed.offline') }
  const paused = status === 'stale' || status === 'closed' || status === 'disabled'
  return { source, pause: paused ? t(`feed.${status}`) : null }
}

/** The mark on wide screens, with the service's clock while prices run. */
export function FeedMark({ product }: { product: Product | undefined }) {
  const nowMs = useServerNow(1_000)
  const { source, pause } = useFeedWords(product)
  return (
    <span className="td-feed">
      <i aria-hidden="true" />
      {pause === null ? source : `${source} · ${pause}`}
      {pause === null ? <Num>{formatClock(nowMs)}</Num> : null}
    </span>
  )
}
