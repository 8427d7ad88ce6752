import type { FeedSource } from '@truestrike/protocol/market-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/Badge.tsx'

/** Where the prices come from: simulated ones are never shown without saying so. */
export function SourceBadge({ source }: { source: FeedSource }) {
  const { t } = useTranslation('markets')
  return <Badge title={t(`source.${source}.note`)}>{t(`source.${source}.name`)}</Badge>
}
