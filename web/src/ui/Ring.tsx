import { classes } from './class-names.ts'
import { remOf } from './rem.ts'

interface RingProps {
  /** px at the usual size of letters, with which it grows: 16 in buttons, 42 in strips, 72 in the card. */
  size: number
  /** What is left, 0 to 1. */
  fraction: number
  /** Inside, such as `05:45`. */
  label?: string | undefined
  /** Turns, in the accent: waiting for an answer. */
  waiting?: boolean
  ink?: string
}

/** Empties clockwise from twelve, in every language; never pulses, never changes colour near the end. */
export function Ring({ size, fraction, label, waiting, ink }: RingProps) {
  const width = size >= 60 ? 4 : size >= 30 ? 3 : 2.5
  const radius = (size - width) / 2
  const round = 2 * Math.PI * radius
  const left = Math.min(1, Math.max(0, fraction))
  const circle = { cx: size / 2, cy: size / 2, r: radius, strokeWidth: width }
  return (
    <span
      className={classes('dial', waiting && 'dial-wait')}
      style={{ width: remOf(size), height: remOf(size) }}
    >
      <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        {ink ? null : <circle className="dial-track" {...circle} />}
        <circle
          className="dial-arc"
          {...circle}
          strokeDasharray={round}
          strokeDashoffset={-round * (1 - left)}
          {...(ink ? { style: { stroke: ink } } : {})}
        />
      </svg>
      {label ? (
        <span className="n" data-long={label.length > 5}>
          {label}
        </span>
      ) : null}
    </span>
  )
}
