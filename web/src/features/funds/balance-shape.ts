import { formatTime } from '../../lib/time-format.ts'
import { sparkPath } from '../../ui/spark-path.ts'

/** Of the drawing; the page stretches it. */
export const WIDTH = 600
export const HEIGHT = 120

/** A day of the server's calendar: `Nov 21`, wherever it is read. */
export const formatUtcDay = (dayMs: number): string =>
  formatTime(dayMs, { month: 'short', day: 'numeric', timeZone: 'UTC' })

interface Shape {
  path: string
  /** Down to the lower edge. */
  area: string
  points: { x: number; y: number }[]
  low: string
  high: string
}

/** A line through balances, and the ends of its scale. A single one is a line from edge to edge. */
export function chartShape(balances: readonly string[]): Shape {
  const path = sparkPath(balances.length === 1 ? [...balances, ...balances] : balances, WIDTH, HEIGHT)
  const points = path
    .split(/[ML]/)
    .filter((part) => part !== '')
    .map((part) => part.split(' ').map(Number))
    .map(([x = 0, y = 0]) => ({ x, y }))
  const order = [...balances].sort((a, b) => Number(a) - Number(b))
  return {
    path,
    area: path === '' ? '' : `${path}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`,
    points: balances.length === 1 ? points.slice(-1) : points,
    low: order[0] ?? '0',
    high: order.at(-1) ?? '0',
  }
}
