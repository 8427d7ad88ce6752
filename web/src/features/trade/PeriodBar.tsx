import { PERIODS, type Period } from '@truestrike/core/period.ts'
import type { Product } from '@truestrike/protocol/market-endpoints.ts'
import { ChartCandlestick, ChartLine, Maximize, Minimize } from 'lucide-react'
import { Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../lib/toast-bus.ts'
import { MOBILE, useMedia } from '../../lib/use-media.ts'
import { Chip } from '../../ui/Chip.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { lazyLater } from '../../ui/lazy-again.tsx'
import { FeedMark } from './FeedMark.tsx'
import { createPeriodLimiter } from './period-limiter.ts'

const ChartTools = lazyLater(async () => (await import('./ChartTools.tsx')).loadChartTools())

interface PeriodBarProps {
  product: Product | undefined
  period: Period
  onPeriod: (period: Period) => void
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
  const choose = (next: Period): void => {
    if (next === period) return
    if (limiter.current.allow(performance.now())) onPeriod(next)
    else showToast('error', t('chart.periodWait'))
  }
  return (
    <div className="td-periods" dir="ltr">
      <fieldset aria-label={t('chart.period')}>
        {PERIODS.map((each) => (
          <Chip
            key={each}
            pressed={each === period}
            onClick={() => choose(each)}
            aria-label={`${each}, ${t(`chart.periods.${each}`)}`}
          >
            {each}
          </Chip>
        ))}
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
