import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react'
import { classes } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { Ring } from './Ring.tsx'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'primary' | 'neutral' | 'tint' | 'ghost' | 'link' | 'caution' | 'up' | 'down'
  size?: 's' | 'm' | 'l'
  block?: boolean
  icon?: LucideIcon
  /** The act is under way: the label stays, a ring takes the icon's place, further presses do nothing. */
  pending?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A button keeps its focus while pending: it is marked disabled, not taken away. */
export function Button({
  variant = 'neutral',
  size = 'm',
  block,
  icon,
  pending,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      {...(pending ? { 'aria-busy': true, 'aria-disabled': true } : {})}
      onClick={press}
      className={classes(
        'btn',
        variant !== 'neutral' && `btn-${variant}`,
        size !== 'm' && `btn-${size}`,
        block && 'btn-block',
        className,
      )}
    >
      {pending ? (
        <Ring size={16} fraction={0.25} waiting ink="currentColor" />
      ) : icon ? (
        <Icon of={icon} size={size === 's' ? 16 : 18} />
      ) : null}
      {children}
    </button>
  )
}
