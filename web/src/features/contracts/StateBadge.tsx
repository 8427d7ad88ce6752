import type { ContractState } from '@truestrike/protocol/trade-endpoints.ts'
import { Ban, Check, Timer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/Badge.tsx'

interface StateBadgeProps {
  state: ContractState
  result?: 'won' | 'lost' | 'equal' | null
}

/** The result once there is one: that a contract is over says nothing that its row does not say. */
export function StateBadge({ state, result }: StateBadgeProps) {
  const { t } = useTranslation('contracts')
  const icon = state === 'completed' ? Check : state === 'cancelled' ? Ban : Timer
  const words = state === 'completed' && result != null ? t(`result.${result}`) : t(`state.${state}`)
  return <Badge icon={icon}>{words}</Badge>
}
