import { PERIOD_MS, type Period } from '@truestrike/core/period.ts'
import { listCandles, listTicks } from '@truestrike/protocol/market-endpoints.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api-client.ts'
import { livePrices } from '../../lib/live-prices.ts'
import { formatPrice } from '../../lib/price-format.ts'
import { useSettings } from '../../lib/settings-store.ts'
import { followTicks } from '../../lib/sockets.ts'
import { CandleFeed } from './candle-feed.ts'
import type { FeedState } from './chart-bar.ts'
import { readChartTheme } from './chart-theme.ts'
import { PriceChart } from './price-chart.ts'
import { SecondsFeed } from './seconds-feed.ts'

export interface ShownChart {
  symbol: string
  precision: number
  period: Period
  type: 'candles' | 'line'
  /** A line of seconds from this moment on, for contracts shorter than three candles; null: candles of the period. */
  seconds: { fromMs: number; step: number } | null
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

function feedOf({ symbol, precision, period, seconds }: ShownChart, sink: PriceChart): Feed {
  if (seconds !== null) {
    return new SecondsFeed({
      precision,
      fromMs: seconds.fromMs,
      stepSeconds: seconds.step,
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
  const palette = useSettings((settings) => settings.palette)
  const key = shown === null ? '' : JSON.stringify(shown)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is shown; palette and turn ask for a new chart.
  useEffect(() => {
    const element = host.current
    if (element === null || shown === null) return
    const { symbol, precision, period, seconds } = shown
    let feed: Feed | null = null
    const made = new PriceChart(
      element,
      {
        precision,
        theme: readChartTheme(element),
        stepSeconds: seconds?.step ?? PERIOD_MS[period] / 1000,
        type: seconds === null ? shown.type : 'line',
        onState: setState,
        onNeedOlder: () => void feed?.loadOlder(),
      },
      { contracts: [], last: null, nowMs: 0, entryWord: '', distance: '' },
    )
    chart.current = made
    feed = feedOf(shown, made)
    const unfollow = followTicks(symbol, (items) => {
      feed?.applyTicks(items)
      showLast(made, items.at(-1)?.[5] ?? null)
    })
    showLast(made, livePrices.get(symbol)?.price ?? null)
    void feed.start()
    return () => {
      unfollow()
      feed?.stop()
      made.destroy()
      chart.current = null
    }
  }, [host, key, palette, turn])

  return { chart, state, retry: () => setTurn((before) => before + 1) }
}
