import { type ComponentType, type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadOrderTexts } from '../../lib/order-texts.ts'
import { formatPrice } from '../../lib/price-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Num } from '../../ui/Num.tsx'
import type { ChartBar } from './chart-bar.ts'
import type { PriceChart } from './price-chart.ts'

interface ChartReadoutProps {
  chart: RefObject<PriceChart | null>
  /** Changes when a new chart stands in the place of the old one. */
  chartKey: string
  /** The tags of a contract lie along the top edge. */
  low: boolean
}

/** The readout with its words. */
export async function loadChartReadout(): Promise<ComponentType<ChartReadoutProps>> {
  await loadOrderTexts()
  return ChartReadout
}

const VALUES = ['open', 'high', 'low', 'close'] as const

/** Time, open, high, low and close of the bar under the pointer, or of the one the arrow keys have come to. */
function ChartReadout({ chart, chartKey, low }: ChartReadoutProps) {
  const { t, i18n } = useTranslation('order')
  const [bar, setBar] = useState<ChartBar | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new chart has nobody to tell yet.
  useEffect(() => {
    if (chart.current === null) return
    chart.current.onReadout = setBar
    setBar(null)
  }, [chart, chartKey])
  const precision = chart.current?.precision ?? 0
  return (
    <p
      className="td-readout"
      role="status"
      aria-label={t('readout.label')}
      data-low={low}
      hidden={bar === null}
      dir={i18n.dir()}
    >
      {bar === null ? null : (
        <>
          <bdi className="n t3">{formatDayAndClock(bar.timeSeconds * 1000)}</bdi>
          {VALUES.map((key) => (
            <span key={key}>
              <span className="t3">{t(`readout.${key}`)}</span>{' '}
              <Num>{formatPrice(bar[key].toFixed(precision))}</Num>
            </span>
          ))}
        </>
      )}
    </p>
  )
}
