import type { Candle } from '@truestrike/protocol/market-endpoints.ts'

/** Geometry of the line that shows a contract's life. Numbers are for drawing only. */

export interface LifePoint {
  timeMs: number
  price: number
}

/** At most about `max` points: the first, lowest, highest and last of each stretch, so that no peak is lost. */
export function thinned(points: readonly LifePoint[], max: number): LifePoint[] {
  if (points.length <= max) return [...points]
  const stretches = Math.max(1, Math.floor(max / 4))
  const size = points.length / stretches
  const kept: LifePoint[] = []
  for (let index = 0; index < stretches; index += 1) {
    const part = points.slice(Math.floor(index * size), Math.floor((index + 1) * size))
    const [first] = part
    const last = part.at(-1)
    if (first === undefined || last === undefined) continue
    const lowest = part.reduce((best, point) => (point.price < best.price ? point : best), first)
    const highest = part.reduce((best, point) => (point.price > best.price ? point : best), first)
    kept.push(...[...new Set([first, lowest, highest, last])].sort((a, b) => a.timeMs - b.timeMs))
  }
  return kept
}

export interface Span {
  fromMs: number
  toMs: number
}

/** The closes of candles of `lengthMs` at the moments they hold for, those of the span; a running one's is of now. */
export function closePoints(
  candles: readonly Candle[],
  lengthMs: number,
  { fromMs, toMs }: Span,
  nowMs: number,
): LifePoint[] {
  return candles
    .map(([openMs, , , , close]) => ({ timeMs: Math.min(openMs + lengthMs, nowMs), price: Number(close) }))
    .filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs)
}

export interface Frame {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

export interface Scale {
  x: (timeMs: number) => number
  y: (price: number) => number
}

/** The axes: all points and marked prices, and time at least up to `endMs`. */
export function scaleOf(
  points: readonly LifePoint[],
  marks: readonly number[],
  endMs: number,
  frame: Frame,
): Scale | null {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined) return null
  const prices = [...points.map((point) => point.price), ...marks]
  const low = Math.min(...prices)
  const span = Math.max(...prices) - low || 1
  const time = Math.max(last.timeMs, endMs) - first.timeMs || 1
  const plotWidth = frame.width - frame.left - frame.right
  const plotHeight = frame.height - frame.top - frame.bottom
  return {
    x: (timeMs) => frame.left + ((timeMs - first.timeMs) / time) * plotWidth,
    y: (price) => frame.top + (1 - (price - low) / span) * plotHeight,
  }
}

export function pathOf(points: readonly LifePoint[], scale: Scale): string {
  return points
    .map(({ timeMs, price }, index) => {
      return `${index === 0 ? 'M' : 'L'}${scale.x(timeMs).toFixed(1)} ${scale.y(price).toFixed(1)}`
    })
    .join('')
}
