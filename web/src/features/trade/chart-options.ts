import {
  type CandlestickSeriesPartialOptions,
  ColorType,
  CrosshairMode,
  type DeepPartial,
  type HistogramSeriesPartialOptions,
  type LineSeriesPartialOptions,
  LineStyle,
  TickMarkType,
  type TimeChartOptions,
} from 'lightweight-charts'
import { formatPrice } from '../../lib/price-format.ts'
import { formatClock, formatDayAndClock, formatMinute, formatMonthDay } from '../../lib/time-format.ts'
import type { ChartTheme } from './chart-theme.ts'

const AXIS_WIDTH = 70

/** Time marks in the user's own zone and language. */
function tickMark(time: unknown, type: TickMarkType): string {
  const timeMs = Number(time) * 1000
  if (type === TickMarkType.TimeWithSeconds) return formatClock(timeMs)
  if (type === TickMarkType.Year) return String(new Date(timeMs).getFullYear())
  return type === TickMarkType.Time ? formatMinute(timeMs) : formatMonthDay(timeMs)
}

export function chartOptions(theme: ChartTheme, stepSeconds: number): DeepPartial<TimeChartOptions> {
  const crosshair = { color: theme.quiet, labelBackgroundColor: theme.raised, style: LineStyle.Dotted }
  return {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: theme.background },
      textColor: theme.quiet,
      fontFamily: theme.font,
      fontSize: Math.round(11 * theme.scale),
      // Its style sheet would break the content policy; the attribution stands beside the chart instead.
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: theme.grid } },
    crosshair: { mode: CrosshairMode.Normal, vertLine: crosshair, horzLine: crosshair },
    rightPriceScale: {
      borderVisible: false,
      minimumWidth: Math.round(AXIS_WIDTH * theme.scale),
      entireTextOnly: true,
      tickMarkDensity: 4.5,
    },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      secondsVisible: stepSeconds < 60,
      minBarSpacing: 0.05,
      allowBoldLabels: false,
      shiftVisibleRangeOnNewBar: true,
      allowShiftVisibleRangeOnWhitespaceReplacement: true,
      tickMarkFormatter: tickMark,
    },
    localization: { timeFormatter: (time: unknown) => formatDayAndClock(Number(time) * 1000) },
    // A finger moving up or down scrolls the page.
    handleScroll: { vertTouchDrag: false },
    kineticScroll: { touch: true, mouse: false },
  }
}

/** Told which prices are written along the axis, so that tags can cover those they would half hide. */
export type OnMarks = (prices: readonly number[]) => void

function priceFormat(precision: number, onMarks: OnMarks) {
  const format = (price: number): string => formatPrice(price.toFixed(precision))
  return {
    type: 'custom' as const,
    minMove: 10 ** -precision,
    formatter: format,
    tickmarksFormatter: (prices: number[]) => {
      onMarks(prices)
      return prices.map(format)
    },
  }
}

const QUIET = { lastValueVisible: false, priceLineVisible: false } as const

/** Up is hollow, down is solid: the shape carries the meaning too. */
export function candleOptions(
  theme: ChartTheme,
  precision: number,
  onMarks: OnMarks,
): CandlestickSeriesPartialOptions {
  return {
    ...QUIET,
    upColor: theme.background,
    borderUpColor: theme.up,
    wickUpColor: theme.up,
    downColor: theme.down,
    borderDownColor: theme.down,
    wickDownColor: theme.down,
    priceFormat: priceFormat(precision, onMarks),
  }
}

export function lineOptions(
  theme: ChartTheme,
  precision: number,
  onMarks: OnMarks,
): LineSeriesPartialOptions {
  return {
    ...QUIET,
    color: theme.line,
    lineWidth: 2,
    crosshairMarkerRadius: 3,
    priceFormat: priceFormat(precision, onMarks),
  }
}

export function volumeOptions(theme: ChartTheme): HistogramSeriesPartialOptions {
  return { ...QUIET, color: theme.volume, priceScaleId: 'volume', priceFormat: { type: 'volume' } }
}

/** Holds the free slots of the future; draws nothing. */
export const FUTURE_OPTIONS: LineSeriesPartialOptions = {
  ...QUIET,
  lineVisible: false,
  crosshairMarkerVisible: false,
  priceScaleId: 'future',
}
