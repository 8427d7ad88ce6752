import type { SystemConfig } from '@truestrike/protocol/config-endpoints.ts'
import type { ReactNode } from 'react'
import type { Acts } from '../orders/use-acts.ts'

/** What each part of the configuration is shown with. */
export interface SectionProps {
  config: SystemConfig
  acts: Acts
  isReadOnly: boolean
  note: ReactNode
}
