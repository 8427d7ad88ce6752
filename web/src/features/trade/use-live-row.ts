import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { type LiveContract, useLiveContract } from '../../lib/live-contract.ts'

export interface LiveRow extends LiveContract {
  /** Under the profit: `If it ends now`, `Price paused`. */
  caption: string
}

export function useLiveRow(contract: Contract, nowMs: number): LiveRow {
  const { t } = useTranslation('trade')
  const row = useLiveContract(contract, nowMs)
  const caption = row.phase === 'opening' ? 'opening' : row.paused ? 'paused' : 'ifEndsNow'
  return { ...row, caption: t(`live.${caption}`) }
}
