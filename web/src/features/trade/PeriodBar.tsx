import { PERIODS, type Period } from '@truestrike/core/period.ts'
import type { Product } from '@truestrike/protocol/market-endpoints.ts'
import { ChartCandlestick, ChartLine, Maximize, Minimize } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../lib/toast-bus.ts'
import { MOBILE, useMedia } from '../../lib/use-media.ts'
import { Chip } from '../../ui/Chip.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { lazyLater } from '../../ui/lazy-again.tsx'
import { FeedMark } from './FeedMark.tsx'
import { createPeriodLimiter } from './period-limiter.ts'

const ChartTools = lazyLater(async () => (await import('./ChartTools.tsx')).loadChartTools())

/** The line of seconds stands among the periods: what the chart shows is what is chosen. */
export const SECOND = '1s'
export type ChartPeriod = Period | typeof SECOND

const ALL: readonly ChartPeriod[] = [SECOND, ...PERIODS]
/** What a phone offers at once; the others come when they are asked for. */
const TRADE_PANEL: readonly ChartPeriod[] = [SECOND, '1m', '5m', '30m', '1h', '1d', '1w']

interface PeriodBarProps {
  product: Product | undefined
  period: ChartPeriod
  onPeriod: (period: ChartPeriod) => void
  type: 'candles' | 'line'
  onType: (type: 'candles' | 'line') => void
  full: boolean
  onFull: () => void
}

/** Periods and type of the chart; left to right in every language, as charts are. */
export function PeriodBar({ product, period, onPeriod, type, onType, full, onFull }: PeriodBarProps) {
  const { t } = useTranslation('trade')
  const mobile = useMedia(MOBILE)
  const limiter = useRef(createPeriodLimiter())
  const [all, setAll] = useState(false)
  const few = mobile && !all && TRADE_PANEL.includes(period)
  const choose = (next: ChartPeriod): void => {
    if (next === period) return
    if (limiter.current.allow(performance.now())) onPeriod(next)
    else showToast('error', t('chart.periodWait'))
  }
  return (
    <div className="td-periods" dir="ltr">
      <fieldset aria-label={t('chart.period')}>
        {(few ? TRADE_PANEL : ALL).map((each) => (
          <Chip
            key={each}
            pressed={each === period}
            onClick={() => choose(each)}
            aria-label={`${each}, ${t(`chart.periods.${each}`)}`}
          >
            {each}
          </Chip>
        ))}
        {few ? (
          <Chip onClick={() => setAll(true)} aria-label={t('chart.allPeriods')}>
            …
          </Chip>
        ) : null}
      </fieldset>
      {mobile ? null : <FeedMark product={product} />}
      <Suspense
        fallback={
          <>
            <span className="ib ib-s td-keys" />
            <span className="ib ib-s" />
          </>
        }
      >
        <ChartTools />
      </Suspense>
      <IconButton
        icon={type === 'candles' ? ChartCandlestick : ChartLine}
        size="s"
        label={type === 'candles' ? t('chart.typeCandles') : t('chart.typeLine')}
        onClick={() => onType(type === 'candles' ? 'line' : 'candles')}
      />
      {mobile ? null : (
        <IconButton
          icon={full ? Minimize : Maximize}
          size="s"
          label={full ? t('chart.fullLeave') : t('chart.full')}
          onClick={onFull}
        />
      )}
    </div>
  )
}
