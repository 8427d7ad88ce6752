import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  type Logical,
  type UTCTimestamp,
} from 'lightweight-charts'
import type { BarSink, ChartBar, FeedState } from './chart-bar.ts'
import { candleOptions, chartOptions, FUTURE_OPTIONS, lineOptions, volumeOptions } from './chart-options.ts'
import { ChartOverlay, type OverlayState } from './chart-overlay.ts'
import type { ChartTheme } from './chart-theme.ts'
import { futureTimes, slotOf, viewOf } from './timeline.ts'

export interface PriceChartOptions {
  precision: number
  theme: ChartTheme
  /** Seconds of one slot. */
  stepSeconds: number
  type: 'candles' | 'line'
  onState: (state: FeedState) => void
  /** The user has scrolled near the oldest bar. */
  onNeedOlder: () => void
}

/** Slots left of the view from which older bars are asked for. */
const OLDER_MARGIN = 40
const FUTURE_SLOTS_MIN = 40
const FUTURE_SLOTS_MAX = 1_500

/** Height of the tag strip with the entry's word below it. */
const STRIP_PX = 40
const TOP_SHARE_MIN = 0.1
const TOP_SHARE_MAX = 0.3

const seconds = (value: number): UTCTimestamp => value as UTCTimestamp

/** One chart of one product, period and type; a new one is made when any of these changes. */
export class PriceChart implements BarSink {
  readonly overlay: ChartOverlay
  /** Told of the bar under the pointer or chosen by keys; null: none. */
  onReadout: (bar: ChartBar | null) => void = () => undefined
  readonly #options: PriceChartOptions
  readonly #host: HTMLElement
  readonly #chart: IChartApi
  readonly #main: ISeriesApi<'Candlestick'> | ISeriesApi<'Line'>
  readonly #volume: ISeriesApi<'Histogram'> | null
  readonly #future: ISeriesApi<'Line'>
  #times: number[] = []
  #barCount = 0
  #focusKey = ''
  #viewed = false
  #marks: readonly number[] = []
  #bars: ChartBar[] = []
  /** Bar chosen by keys; null: none. */
  #at: number | null = null

  constructor(host: HTMLElement, options: PriceChartOptions, state: Omit<OverlayState, 'theme'>) {
    const { theme, precision, stepSeconds, type } = options
    this.#options = options
    this.#chart = createChart(host, chartOptions(theme, stepSeconds))
    this.#future = this.#chart.addSeries(LineSeries, FUTURE_OPTIONS)
    this.#volume = type === 'candles' ? this.#chart.addSeries(HistogramSeries, volumeOptions(theme)) : null
    this.#volume?.priceScale().applyOptions({ scaleMargins: { top: 0.87, bottom: 0 } })
    const onMarks = (prices: readonly number[]): void => {
      this.#marks = prices
    }
    this.#main =
      type === 'candles'
        ? this.#chart.addSeries(CandlestickSeries, candleOptions(theme, precision, onMarks))
        : this.#chart.addSeries(LineSeries, lineOptions(theme, precision, onMarks))
    this.#host = host
    this.#leaveRoom()
    this.overlay = new ChartOverlay(
      {
        xOf: (timeMs) => this.#xOf(timeMs),
        yOf: (price) => this.#main.priceToCoordinate(price),
        marks: () => this.#marks,
        lastX: () => this.#xOfSlot(this.#barCount - 1),
      },
      { ...state, theme },
    )
    this.#main.attachPrimitive(this.overlay)
    this.#chart.subscribeCrosshairMove(({ logical }) => this.#readOut(logical ?? null))
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range !== null && this.#barCount > 0 && range.from < OLDER_MARGIN) this.#options.onNeedOlder()
    })
  }

  get precision(): number {
    return this.#options.precision
  }

  replace(bars: readonly ChartBar[], _older: boolean): void {
    this.#barCount = bars.length
    this.#bars = [...bars]
    this.#times = bars.map((bar) => bar.timeSeconds)
    if (this.#options.type === 'candles') {
      const main = this.#main as ISeriesApi<'Candlestick'>
      main.setData(bars.map(({ timeSeconds, ...bar }) => ({ time: seconds(timeSeconds), ...bar })))
    } else {
      const main = this.#main as ISeriesApi<'Line'>
      main.setData(bars.map(({ timeSeconds, close }) => ({ time: seconds(timeSeconds), value: close })))
    }
    this.#volume?.setData(
      bars.map(({ timeSeconds, volume }) => ({ time: seconds(timeSeconds), value: volume })),
    )
    this.#extend()
    if (!this.#viewed && bars.length > 0) this.showFocus()
  }

  update(bar: ChartBar): void {
    const time = seconds(bar.timeSeconds)
    const { open, high, low, close, volume } = bar
    if (this.#options.type === 'candles') {
      ;(this.#main as ISeriesApi<'Candlestick'>).update({ time, open, high, low, close })
    } else (this.#main as ISeriesApi<'Line'>).update({ time, value: close })
    this.#volume?.update({ time, value: volume })
    const isSame = this.#bars.at(-1)?.timeSeconds === bar.timeSeconds
    this.#bars.splice(isSame ? -1 : this.#bars.length, 1, bar)
    if (this.#times[this.#barCount - 1] === bar.timeSeconds) return
    this.#times = [...this.#times.slice(0, this.#barCount), bar.timeSeconds]
    this.#barCount += 1
    this.#extend()
    if (!this.#viewed) this.showFocus()
  }

  tell(state: FeedState): void {
    this.#options.onState(state)
  }

  /** What is drawn over the bars. The view moves only when another contract comes into focus. */
  draw(values: Partial<OverlayState>): void {
    this.overlay.change(values)
    const focused = this.overlay.state.contracts[0]
    const key = focused === undefined ? '' : `${focused.id}:${focused.toMs}`
    if (key === this.#focusKey) return
    this.#focusKey = key
    this.#extend()
    if (this.#barCount > 0) this.showFocus()
  }

  /** The bars keep clear of the tag strip, however low the chart is. */
  #leaveRoom(): void {
    const top = Math.min(
      TOP_SHARE_MAX,
      Math.max(TOP_SHARE_MIN, (STRIP_PX * this.#options.theme.scale) / Math.max(1, this.#host.clientHeight)),
    )
    this.#main.priceScale().applyOptions({ scaleMargins: { top, bottom: 0.16 } })
  }

  /** Brings the newest bars and, whole, the focused contract into view. */
  showFocus(): void {
    this.#viewed = true
    this.#leaveRoom()
    const focused = this.overlay.state.contracts[0]
    const lastSeconds = this.#times[this.#barCount - 1] ?? 0
    const { stepSeconds } = this.#options
    const view = viewOf({
      plotWidth: this.#chart.timeScale().width(),
      contractSlots: focused === undefined ? null : (focused.toMs - focused.fromMs) / 1000 / stepSeconds,
      slotsToExpiry:
        focused === undefined ? 0 : Math.max(0, (focused.toMs / 1000 - lastSeconds) / stepSeconds),
    })
    this.#chart.timeScale().applyOptions(view)
  }

  /** Arrows go from bar to bar, from the newest on; Escape ends it. False: not a key of these. */
  stepReadout(key: string): boolean {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      Home: -this.#bars.length,
      End: this.#bars.length,
    }
    const step = steps[key]
    const last = this.#bars.length - 1
    if (key === 'Escape' || step === undefined || last < 0) {
      if (key === 'Escape' && this.#at !== null) this.#chart.clearCrosshairPosition()
      if (key === 'Escape') this.#at = null
      return false
    }
    this.#at = Math.max(0, Math.min(last, this.#at === null ? last : this.#at + step))
    const bar = this.#bars[this.#at]
    if (bar !== undefined) this.#chart.setCrosshairPosition(bar.close, seconds(bar.timeSeconds), this.#main)
    return true
  }

  #readOut(logical: number | null): void {
    this.onReadout(logical === null ? null : (this.#bars[Math.round(logical)] ?? null))
  }

  destroy(): void {
    this.#chart.remove()
  }

  /** Free slots after the last bar: up to the latest expiry and beyond. */
  #extend(): void {
    const last = this.#times[this.#barCount - 1]
    if (last === undefined) return
    const { stepSeconds } = this.#options
    const latestMs = Math.max(0, ...this.overlay.state.contracts.map((contract) => contract.toMs))
    const wanted = Math.ceil((latestMs / 1000 - last) / stepSeconds) + FUTURE_SLOTS_MIN
    const times = futureTimes(
      last,
      stepSeconds,
      Math.min(FUTURE_SLOTS_MAX, Math.max(FUTURE_SLOTS_MIN, wanted)),
    )
    this.#times = [...this.#times.slice(0, this.#barCount), ...times]
    this.#future.setData(times.map((time) => ({ time: seconds(time) })))
  }

  /** Moments of a candle lie between its edges, those of a line on its points. */
  #xOf(timeMs: number): number | null {
    const slot = slotOf({ times: this.#times, stepSeconds: this.#options.stepSeconds }, timeMs)
    if (slot === null) return null
    return this.#xOfSlot(this.#options.type === 'candles' ? slot - 0.5 : slot)
  }

  /** The library places whole slots only; what lies between follows from the width of a slot. */
  #xOfSlot(slot: number): number | null {
    if (this.#barCount === 0) return null
    const scale = this.#chart.timeScale()
    const whole = Math.floor(slot)
    const x = scale.logicalToCoordinate(whole as Logical)
    return x === null ? null : x + (slot - whole) * scale.options().barSpacing
  }
}
