import type { SystemConfig } from '@truestrike/protocol/config-endpoints.ts'
import type { ReactNode } from 'react'
import type { useActs } from '../orders/use-orders.ts'

/** What each part of the configuration is shown with. */
export interface SectionProps {
  config: SystemConfig
  acts: ReturnType<typeof useActs>
  isReadOnly: boolean
  note: ReactNode
}
