import { type RefObject, useEffect } from 'react'
import type { PriceChart } from './price-chart.ts'
import { usePastContracts } from './use-past-contracts.ts'

interface PastContractsProps {
  chart: RefObject<PriceChart | null>
  symbol: string
  /** Changes when a new chart stands in the place of the old one. */
  chartKey: string
}

/** Keeps contracts of this product that are over marked on its chart; comes when the chart is drawn. */
export function PastContracts({ chart, symbol, chartKey }: PastContractsProps) {
  const past = usePastContracts(symbol)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new chart knows no contracts yet.
  useEffect(() => chart.current?.draw({ past }), [chart, past, chartKey])
  return null
}
