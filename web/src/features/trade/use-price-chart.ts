import { PERIOD_MS, type Period } from '@truestrike/core/period.ts'
import { listCandles, listTicks } from '@truestrike/protocol/market-endpoints.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { livePrices } from '../../lib/live-prices.ts'
import { formatPrice } from '../../lib/price-format.ts'
import { useSettings } from '../../lib/settings-store.ts'
import { followTicks } from '../../lib/sockets.ts'
import { CandleFeed } from './candle-feed.ts'
import type { FeedState } from './chart-bar.ts'
import { readChartTheme } from './chart-theme.ts'
import { PriceChart } from './price-chart.ts'

export interface ShownChart {
  symbol: string
  precision: number
  period: Period
  type: 'candles' | 'line'
  /** A line of seconds from this moment on, ms; null: what the period has. */
  secondsFromMs: number | null
}

export interface PriceChartHandle {
  chart: RefObject<PriceChart | null>
  state: FeedState
  retry: () => void
}

interface Feed {
  start(): Promise<void>
  loadOlder(): Promise<void>
  applyTicks(items: Parameters<CandleFeed['applyTicks']>[0]): void
  stop(): void
}

const loadSecondsFeed = () => import('./seconds-feed.ts')

async function feedOf(
  { symbol, precision, period, secondsFromMs: fromMs }: ShownChart,
  sink: PriceChart,
): Promise<Feed> {
  if (fromMs !== null) {
    const { SecondsFeed } = await loadSecondsFeed()
    return new SecondsFeed({
      precision,
      fromMs,
      load: (query) => call(listTicks, { query: { symbol, ticksOnly: true, ...query } }, { toast: false }),
      sink,
    })
  }
  return new CandleFeed({
    period,
    precision,
    load: (query) => call(listCandles, { query: { symbol, period, ...query } }, { toast: false }),
    sink,
  })
}

function showLast(chart: PriceChart, price: string | null): void {
  if (price !== null) chart.draw({ last: { price: Number(price), text: formatPrice(price) } })
}

/** Keeps a chart in `host` fed with history and every tick; a new one for another product, period or type. */
export function usePriceChart(
  host: RefObject<HTMLDivElement | null>,
  shown: ShownChart | null,
): PriceChartHandle {
  const chart = useRef<PriceChart | null>(null)
  const [state, setState] = useState<FeedState>('loading')
  const [turn, setTurn] = useState(0)
  // The colours and letters of a canvas are those of the moment it is made.
  const look = useSettings(({ palette, contrast }) => palette + contrast)
  const { language } = useTranslation().i18n
  const key = shown === null ? '' : JSON.stringify(shown)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is shown; look, language and turn ask for a new chart.
  useEffect(() => {
    const element = host.current
    if (element === null || shown === null) return
    const { symbol, precision, period, type, secondsFromMs } = shown
    let feed: Feed | null = null
    const made = new PriceChart(
      element,
      {
        precision,
        theme: readChartTheme(element),
        stepSeconds: secondsFromMs === null ? PERIOD_MS[period] / 1000 : 1,
        type,
        onState: setState,
        onNeedOlder: () => void feed?.loadOlder(),
      },
      { contracts: [], past: [], last: null, nowMs: 0, entryWord: '', distance: '' },
    )
    chart.current = made
    let over = false
    setState('loading')
    // Ticks that come before the feed are in the history it loads.
    feedOf(shown, made).then(
      (found) => {
        if (over) return
        feed = found
        // Of a contract that is bought before the server goes away, too.
        void found.start().then(loadSecondsFeed).catch(Boolean)
      },
      () => {
        if (!over) setState('failed')
      },
    )
    const unfollow = followTicks(symbol, (items) => {
      feed?.applyTicks(items)
      showLast(made, items.at(-1)?.[5] ?? null)
    })
    showLast(made, livePrices.get(symbol)?.price ?? null)
    return () => {
      over = true
      unfollow()
      feed?.stop()
      made.destroy()
      chart.current = null
    }
  }, [host, key, look, language, turn])

  return { chart, state, retry: () => setTurn((before) => before + 1) }
}
