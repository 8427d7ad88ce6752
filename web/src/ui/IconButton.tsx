import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { classes } from './class-names.ts'
import { Icon } from './Icon.tsx'

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: LucideIcon
  label: string
  size?: 's' | 'm'
  /** Unread items; nothing is shown for 0. Say the number in the label too. */
  count?: number
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({ icon, label, size = 'm', count = 0, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={classes('ib hit', size === 's' && 'ib-s', className)}>
      <Icon of={icon} {...(size === 's' ? { size: 18 } : {})} />
      <span className="sr-only">{label}</span>
      {count > 0 ? (
        <span className="count n" aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      ) : null}
    </button>
  )
}
