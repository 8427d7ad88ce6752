import { ArrowDown, ArrowUp } from 'lucide-react'
import { classes } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { remOf } from './rem.ts'

type Direction = 'up' | 'down'

/** The arrow with its word. Only results have a colour: a direction is neither good nor bad. */
export function DirectionTag({ direction, label }: { direction: Direction; label: string }) {
  return (
    <span className="dir">
      <Icon of={direction === 'up' ? ArrowUp : ArrowDown} />
      {label}
    </span>
  )
}

interface DirectionBoxProps {
  direction: Direction
  /** Of the result, once there is one: its colour is the box's. */
  tone?: 'gain' | 'loss' | undefined
  /** px at the usual size of letters; 28 unless told. A round one stands where a ring stood. */
  size?: number
  round?: boolean
}

/** The arrow alone, on the tint of its result; the word must stand beside it. */
export function DirectionBox({ direction, tone, size = 28, round }: DirectionBoxProps) {
  return (
    <span
      className={classes('dirbox', tone && `dirbox-${tone}`)}
      style={{ width: remOf(size), height: remOf(size), ...(round ? { borderRadius: '50%' } : {}) }}
      aria-hidden="true"
    >
      <Icon of={direction === 'up' ? ArrowUp : ArrowDown} size={size >= 60 ? 24 : 16} />
    </span>
  )
}
