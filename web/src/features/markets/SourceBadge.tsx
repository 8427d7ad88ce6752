import type { FeedSource, Product } from '@truestrike/protocol/market-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { useMovedPrices } from '../../lib/use-moved-prices.ts'
import { Badge } from '../../ui/Badge.tsx'

/** Where the prices come from: simulated ones are never shown without saying so. `product`: any of those shown. */
export function SourceBadge({ source, product }: { source: FeedSource; product: Product | undefined }) {
  const { t } = useTranslation('markets')
  const note = t(`source.${source}.note`)
  const moved = useMovedPrices(product)
  return <Badge title={moved === null ? note : `${note} ${moved}`}>{t(`source.${source}.name`)}</Badge>
}
