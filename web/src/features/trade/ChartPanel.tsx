import { PERIOD_MS, type Period } from '@truestrike/core/period.ts'
import type { Product } from '@truestrike/protocol/market-endpoints.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { ChartCandlestick } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../lib/settings-store.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ChartSkeleton } from './ChartSkeleton.tsx'
import { DrawnContracts } from './DrawnContracts.tsx'
import { PeriodBar } from './PeriodBar.tsx'
import { SymbolHeader } from './SymbolHeader.tsx'
import { stepSecondsOf } from './seconds-feed.ts'
import { useTradeConnection } from './use-online.ts'
import { type ShownChart, usePriceChart } from './use-price-chart.ts'
import { useProductStatus } from './use-product-status.ts'

interface ChartPanelProps {
  symbol: string
  product: Product | undefined
  /** Open ones of this product, the focused one first. */
  contracts: readonly Contract[]
}

const FIRST_PERIOD: Period = '1m'
/** A contract of fewer candles than this is shown on a line of seconds. */
const CANDLES_MIN = 3
/** History before the contract, as a multiple of its duration and at least. */
const BEFORE_DURATIONS = 2
const BEFORE_MS_MIN = 120_000

function secondsFor(contract: Contract | undefined, period: Period): ShownChart['seconds'] {
  if (contract === undefined) return null
  const durationMs = contract.expiresAtMs - contract.acceptedAtMs
  if (durationMs >= CANDLES_MIN * PERIOD_MS[period]) return null
  const beforeMs = Math.max(BEFORE_MS_MIN, BEFORE_DURATIONS * durationMs)
  return { fromMs: contract.acceptedAtMs - beforeMs, step: stepSecondsOf(beforeMs + durationMs) }
}

export function ChartPanel({ symbol, product, contracts }: ChartPanelProps) {
  const { t } = useTranslation(['trade', 'errors'])
  const panel = useRef<HTMLDivElement | null>(null)
  const host = useRef<HTMLDivElement | null>(null)
  const [period, setPeriod] = useState<Period>(FIRST_PERIOD)
  const chartType = useSettings((settings) => settings.chartType)
  const change = useSettings((settings) => settings.change)
  /** Contract for which the user prefers candles to the line of seconds. */
  const [candlesFor, setCandlesFor] = useState<string | null>(null)
  const { full, toggle } = useFullScreen(panel)
  const { online } = useTradeConnection()
  const status = useProductStatus(product)

  const focused = contracts[0]
  const precision = product?.precision
  const auto = focused === undefined || focused.id === candlesFor ? null : secondsFor(focused, period)
  const autoFrom = auto?.fromMs
  const autoStep = auto?.step
  const shown = useMemo<ShownChart | null>(() => {
    if (precision === undefined) return null
    const seconds =
      autoFrom === undefined || autoStep === undefined ? null : { fromMs: autoFrom, step: autoStep }
    return { symbol, precision, period, type: chartType, seconds }
  }, [symbol, precision, period, chartType, autoFrom, autoStep])
  const { chart, state, retry } = usePriceChart(host, shown)

  const chooseType = (type: 'candles' | 'line'): void => {
    if (shown?.seconds != null) setCandlesFor(focused?.id ?? null)
    change({ chartType: type })
  }
  const paused = !online || status === 'stale'
  const pair = product === undefined ? symbol : `${product.base}/${product.quote}`
  const shownType = shown?.seconds == null ? chartType : 'line'
  return (
    <section className="td-chart-panel" ref={panel} aria-label={t('chart.region')}>
      <SymbolHeader symbol={symbol} product={product} />
      <PeriodBar
        period={period}
        onPeriod={setPeriod}
        type={shownType}
        onType={chooseType}
        full={full}
        onFull={toggle}
      />
      <div className={paused ? 'td-chart td-paused' : 'td-chart'} dir="ltr" aria-busy={state === 'loading'}>
        <div
          className="td-canvas"
          ref={host}
          role="img"
          aria-label={t(`chart.label.${shownType}`, { pair, period: t(`chart.periods.${period}`) })}
        />
        <DrawnContracts
          chart={chart}
          contracts={contracts}
          symbol={symbol}
          chartKey={`${JSON.stringify(shown)} ${state}`}
        />
        {shown === null || state === 'loading' ? <ChartSkeleton /> : null}
        {state === 'failed' ? (
          <div className="td-chart-note">
            <ErrorState
              title={t(period === FIRST_PERIOD ? 'errors:LOAD_CHART' : 'chart.periodFailed')}
              text={t('chart.failedText')}
              onRetry={retry}
            />
          </div>
        ) : null}
        {state === 'empty' ? (
          <div className="td-chart-note">
            <EmptyState icon={ChartCandlestick} title={t('chart.empty')} text={t('chart.emptyText')} />
          </div>
        ) : null}
        <a
          className="td-credit"
          href="https://www.tradingview.com/"
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('chart.credit')}
        </a>
      </div>
    </section>
  )
}

function useFullScreen(panel: { current: HTMLElement | null }): { full: boolean; toggle: () => void } {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const listener = (): void => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', listener)
    return () => document.removeEventListener('fullscreenchange', listener)
  }, [])
  const toggle = (): void => {
    const change =
      document.fullscreenElement === null ? panel.current?.requestFullscreen() : document.exitFullscreen()
    change?.catch(() => undefined)
  }
  return { full, toggle }
}
