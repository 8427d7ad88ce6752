/** Room above and below the line, px. */
const PADDING = 2

/**
 * SVG path through prices spread evenly over the width. Drawing only: the one place where a price becomes a number.
 * Fewer than two points draw nothing; equal ones a line through the middle.
 */
export function sparkPath(points: readonly string[], width: number, height: number): string {
  if (points.length < 2) return ''
  const values = points.map(Number)
  const low = Math.min(...values)
  const span = Math.max(...values) - low
  const room = height - 2 * PADDING
  return values
    .map((value, index) => {
      const x = (index / (values.length - 1)) * width
      const y = span === 0 ? height / 2 : PADDING + room * (1 - (value - low) / span)
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')
}
