import type { LucideIcon } from 'lucide-react'
import { classes } from './class-names.ts'

interface IconProps {
  of: LucideIcon
  /** px; 20 unless told. */
  size?: number
  /** 1.6 unless told; 2.4 for direction arrows. */
  stroke?: number
  className?: string
}

/** A decorative Lucide icon: what it says must also stand in words or a label. */
export function Icon({ of: Glyph, size, stroke, className }: IconProps) {
  return (
    <Glyph
      className={classes('i', className)}
      aria-hidden="true"
      {...(size ? { style: { width: size, height: size } } : {})}
      {...(stroke ? { style: { strokeWidth: stroke, ...(size ? { width: size, height: size } : {}) } } : {})}
    />
  )
}
