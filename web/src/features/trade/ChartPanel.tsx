import type { Period } from '@truestrike/core/period.ts'
import type { Product } from '@truestrike/protocol/market-endpoints.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { ChartCandlestick } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProducts } from '../../lib/products-query.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { useSettings } from '../../lib/settings-store.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { lazyLater } from '../../ui/lazy-again.tsx'
import { ChartSkeleton } from './ChartSkeleton.tsx'
import { DrawnContracts } from './DrawnContracts.tsx'
import { type ChartPeriod, PeriodBar, SECOND } from './PeriodBar.tsx'
import { SymbolHeader } from './SymbolHeader.tsx'
import { useTradeConnection } from './use-online.ts'
import { type ShownChart, usePriceChart } from './use-price-chart.ts'
import { useProductStatus } from './use-product-status.ts'

const ChartReadout = lazyLater(async () => (await import('./ChartReadout.tsx')).loadChartReadout())
const PastContracts = lazyLater(async () => (await import('./PastContracts.tsx')).PastContracts)

interface ChartPanelProps {
  symbol: string
  product: Product | undefined
  /** Open ones of this product, the focused one first. */
  contracts: readonly Contract[]
  /** Why prices pause; lies over the chart. */
  notice?: ReactNode
}

const FIRST_PERIOD: Period = '1m'
/** How far back a line of seconds begins, ms: longer than the contracts that need one. */
const SECONDS_BEFORE_MS = 300_000

export function ChartPanel({ symbol, product, contracts, notice }: ChartPanelProps) {
  const { t, i18n } = useTranslation(['trade', 'errors'])
  const panel = useRef<HTMLDivElement | null>(null)
  const host = useRef<HTMLDivElement | null>(null)
  const [chosen, setChosen] = useState<ChartPeriod>(FIRST_PERIOD)
  const chartType = useSettings((settings) => settings.chartType)
  const change = useSettings((settings) => settings.change)
  const { full, toggle } = useFullScreen(panel)
  const { online } = useTradeConnection()
  const list = useProducts()
  const status = useProductStatus(product)

  const precision = product?.precision
  const seconds = chosen === SECOND
  // Candles are of a minute at least: below that there is only the line.
  const period = seconds ? FIRST_PERIOD : chosen
  // biome-ignore lint/correctness/useExhaustiveDependencies: the line of another product begins anew.
  const secondsFromMs = useMemo(
    () => (seconds ? serverClock.nowMs() - SECONDS_BEFORE_MS : null),
    [seconds, symbol],
  )
  const type = seconds ? 'line' : chartType
  const shown: ShownChart | null =
    precision === undefined ? null : { symbol, precision, period, type, secondsFromMs }
  const { chart, state, retry } = usePriceChart(host, shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed chart is tried again when the network is back, not at every failure.
  useEffect(() => {
    if (online && state === 'failed') retry()
  }, [online])

  const chooseType = (next: 'candles' | 'line'): void => {
    if (seconds) setChosen(FIRST_PERIOD)
    change({ chartType: next })
  }
  const paused = state !== 'failed' && (!online || status === 'stale')
  const pair = product === undefined ? symbol : `${product.base}/${product.quote}`
  const isUnknown = product === undefined && list.isError
  return (
    <section className="td-chart-panel" ref={panel} aria-label={t('chart.region')}>
      <SymbolHeader symbol={symbol} product={product} />
      <PeriodBar
        product={product}
        period={chosen}
        onPeriod={setChosen}
        type={type}
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
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys go from bar to bar.
          tabIndex={0}
          onKeyDown={(event) => {
            if (chart.current?.stepReadout(event.key)) event.preventDefault()
          }}
          onBlur={() => chart.current?.stepReadout('Escape')}
          aria-label={t(`chart.label.${seconds ? 'seconds' : type}`, {
            pair,
            period: t(`chart.periods.${period}`),
          })}
        />
        <DrawnContracts
          chart={chart}
          contracts={contracts}
          symbol={symbol}
          chartKey={`${JSON.stringify(shown)} ${state}`}
        />
        <Suspense>
          <ChartReadout
            chart={chart}
            chartKey={`${JSON.stringify(shown)} ${state}`}
            low={contracts.length > 0}
          />
        </Suspense>
        {state === 'loading' ? null : (
          <Suspense>
            <PastContracts chart={chart} symbol={symbol} chartKey={`${JSON.stringify(shown)} ${state}`} />
          </Suspense>
        )}
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
              title={t(chosen === FIRST_PERIOD ? 'errors:LOAD_CHART' : 'chart.periodFailed')}
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
      {notice}
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
