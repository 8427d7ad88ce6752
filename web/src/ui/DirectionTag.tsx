import { ArrowDown, ArrowUp } from 'lucide-react'
import { classes } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { remOf } from './rem.ts'

type Direction = 'up' | 'down'

/** Arrow, word and colour together. */
export function DirectionTag({ direction, label }: { direction: Direction; label: string }) {
  return (
    <span className={`dir dir-${direction}`}>
      <Icon of={direction === 'up' ? ArrowUp : ArrowDown} />
      {label}
    </span>
  )
}

interface DirectionBoxProps {
  direction: Direction
  /** px at the usual size of letters; 28 unless told. A round one stands where a ring stood. */
  size?: number
  round?: boolean
}

/** The arrow alone, on its tint; the word must stand beside it. */
export function DirectionBox({ direction, size = 28, round }: DirectionBoxProps) {
  return (
    <span
      className={classes('dirbox', `dir-${direction}`)}
      style={{ width: remOf(size), height: remOf(size), ...(round ? { borderRadius: '50%' } : {}) }}
      aria-hidden="true"
    >
      <Icon of={direction === 'up' ? ArrowUp : ArrowDown} size={size >= 60 ? 24 : 16} />
    </span>
  )
}
