import type { Product } from '@truestrike/protocol/market-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../lib/time-format.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { Num } from '../../ui/Num.tsx'
import { useTradeConnection } from './use-online.ts'
import { useProductStatus } from './use-product-status.ts'

/** Where the prices come from and whether they run, in words. */
export function useFeedWords(product: Product | undefined): string {
  const { t } = useTranslation('trade')
  const status = useProductStatus(product)
  const { online } = useTradeConnection()
  if (product === undefined) return ''
  if (!online) return t('feed.offline')
  if (status === 'stale' || status === 'closed' || status === 'disabled') return t(`feed.${status}`)
  return t(`feed.${product.source}`)
}

/** The mark with the service's clock, on wide screens. */
export function FeedMark({ product }: { product: Product | undefined }) {
  const nowMs = useServerNow(1_000)
  const words = useFeedWords(product)
  return (
    <span className="td-feed">
      <i aria-hidden="true" />
      {words}
      <Num>{formatClock(nowMs)}</Num>
    </span>
  )
}
