import { PERIOD_MS, type Period } from '@truestrike/core/period.ts'
import type { Product } from '@truestrike/protocol/market-endpoints.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { ChartCandlestick } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { linePeriodOf } from '../../lib/line-period.ts'
import { useProducts } from '../../lib/products-query.ts'
import { useSettings } from '../../lib/settings-store.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ChartSkeleton } from './ChartSkeleton.tsx'
import { DrawnContracts } from './DrawnContracts.tsx'
import { PeriodBar } from './PeriodBar.tsx'
import { SymbolHeader } from './SymbolHeader.tsx'
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
/** A contract of fewer candles than this is shown on a line of seconds; a long one on a line of shorter candles. */
const CANDLES_MIN = 3
/** History before the contract, as a multiple of its duration and at least. */
const BEFORE_DURATIONS = 2
const BEFORE_MS_MIN = 120_000

type Line = Pick<ShownChart, 'period' | 'type' | 'secondsFromMs'>

function lineFor({ acceptedAtMs, expiresAtMs }: Contract, period: Period): Line | null {
  const durationMs = expiresAtMs - acceptedAtMs
  if (durationMs >= CANDLES_MIN * PERIOD_MS[period]) return null
  const shorter = linePeriodOf(durationMs)
  if (shorter !== null) return { period: shorter, type: 'line', secondsFromMs: null }
  const beforeMs = Math.max(BEFORE_MS_MIN, BEFORE_DURATIONS * durationMs)
  return { period, type: 'line', secondsFromMs: acceptedAtMs - beforeMs }
}

export function ChartPanel({ symbol, product, contracts }: ChartPanelProps) {
  const { t, i18n } = useTranslation(['trade', 'errors'])
  const panel = useRef<HTMLDivElement | null>(null)
  const host = useRef<HTMLDivElement | null>(null)
  const [period, setPeriod] = useState<Period>(FIRST_PERIOD)
  const chartType = useSettings((settings) => settings.chartType)
  const change = useSettings((settings) => settings.change)
  /** Contract for which the user prefers candles to its line. */
  const [candlesFor, setCandlesFor] = useState<string | null>(null)
  const { full, toggle } = useFullScreen(panel)
  const { online } = useTradeConnection()
  const list = useProducts()
  const status = useProductStatus(product)

  const focused = contracts[0]
  const precision = product?.precision
  const line = focused === undefined || focused.id === candlesFor ? null : lineFor(focused, period)
  const shown: ShownChart | null =
    precision === undefined
      ? null
      : { symbol, precision, period, type: chartType, secondsFromMs: null, ...line }
  const { chart, state, retry } = usePriceChart(host, shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed chart is tried again when the network is back, not at every failure.
  useEffect(() => {
    if (online && state === 'failed') retry()
  }, [online])

  const chooseType = (type: 'candles' | 'line'): void => {
    if (line !== null) setCandlesFor(focused?.id ?? null)
    change({ chartType: type })
  }
  const paused = state !== 'failed' && (!online || status === 'stale')
  const pair = product === undefined ? symbol : `${product.base}/${product.quote}`
  const shownType = line === null ? chartType : 'line'
  const label = line?.secondsFromMs == null ? shownType : 'seconds'
  const isUnknown = product === undefined && list.isError
  return (
    <section className="td-chart-panel" ref={panel} aria-label={t('chart.region')}>
      <SymbolHeader symbol={symbol} product={product} />
      <PeriodBar
        product={product}
        period={period}
        onPeriod={setPeriod}
        type={shownType}
        onType={chooseType}
        full={full}
        onFull={toggle}
      />
      <div
        className={paused ? 'td-chart td-paused' : 'td-chart'}
        dir="ltr"
        aria-busy={!isUnknown && state === 'loading'}
      >
        <div
          className="td-canvas"
          ref={host}
          role="img"
          aria-label={t(`chart.label.${label}`, {
            pair,
            period: t(`chart.periods.${line?.period ?? period}`),
          })}
        />
        <DrawnContracts
          chart={chart}
          contracts={contracts}
          symbol={symbol}
          chartKey={`${JSON.stringify(shown)} ${state}`}
        />
        {isUnknown ? (
          <div className="td-chart-note" dir={i18n.dir()}>
            <ErrorState
              title={t('errors:LOAD_STOCKS')}
              onRetry={() => void list.refetch()}
              pending={list.isFetching}
            />
          </div>
        ) : shown === null || state === 'loading' ? (
          <ChartSkeleton />
        ) : null}
        {state === 'failed' ? (
          <div className="td-chart-note" dir={i18n.dir()}>
            <ErrorState
              title={t(period === FIRST_PERIOD ? 'errors:LOAD_CHART' : 'chart.periodFailed')}
              text={online ? t('chart.failedText') : undefined}
              onRetry={retry}
            />
          </div>
        ) : null}
        {state === 'empty' ? (
          <div className="td-chart-note" dir={i18n.dir()}>
            <EmptyState icon={ChartCandlestick} title={t('chart.empty')} text={t('chart.emptyText')} />
          </div>
        ) : null}
        <a
          className="td-credit"
          dir="auto"
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
