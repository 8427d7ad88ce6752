import { memo } from 'react'
import { classes } from './class-names.ts'
import { sparkPath } from './spark-path.ts'

interface SparklineProps {
  /** Prices as decimal strings, oldest first. */
  points: readonly string[]
  width: number
  height: number
  tone?: 'up' | 'down' | undefined
}

/** A drawing beside the figures that say the same; hidden from screen readers. */
export const Sparkline = memo(function Sparkline({ points, width, height, tone }: SparklineProps) {
  return (
    <svg
      className={classes('spark', tone && `spark-${tone}`)}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      <path d={sparkPath(points, width, height)} />
    </svg>
  )
})
