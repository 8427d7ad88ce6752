import type { ButtonHTMLAttributes } from 'react'
import { classes } from './class-names.ts'

interface ChipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** On or off; leave out for a chip that only acts. */
  pressed?: boolean
  filled?: boolean
}

export function Chip({ pressed, filled, className, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      className={classes('chip hit', filled && 'chip-fill', className)}
    />
  )
}
