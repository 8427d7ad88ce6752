import type { ContractState } from '@truestrike/protocol/trade-endpoints.ts'
import { Ban, Check, Timer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/Badge.tsx'

export function StateBadge({ state }: { state: ContractState }) {
  const { t } = useTranslation('contracts')
  const icon = state === 'completed' ? Check : state === 'cancelled' ? Ban : Timer
  return <Badge icon={icon}>{t(`state.${state}`)}</Badge>
}
