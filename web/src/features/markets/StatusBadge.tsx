import type { ProductStatus } from '@truestrike/protocol/market-endpoints.ts'
import { CirclePause, Clock, Moon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/Badge.tsx'

/** Nothing while trading is open; else why no contract can be bought. */
export function StatusBadge({ status }: { status: ProductStatus }) {
  const { t } = useTranslation('markets')
  if (status === 'open') return null
  const icon = status === 'closed' ? Moon : status === 'stale' ? Clock : CirclePause
  return (
    <Badge icon={icon} {...(status === 'stale' ? { tone: 'caution' as const } : {})}>
      {t(`status.${status}`)}
    </Badge>
  )
}
