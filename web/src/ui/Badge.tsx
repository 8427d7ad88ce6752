import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './class-names.ts'
import { Icon } from './Icon.tsx'

interface BadgeProps {
  tone?: 'accent' | 'caution' | 'up' | 'down' | 'funds'
  icon?: LucideIcon
  title?: string
  className?: string
  children: ReactNode
}

export function Badge({ tone, icon, title, className, children }: BadgeProps) {
  return (
    <span className={classes('badge', tone && `badge-${tone}`, className)} title={title}>
      {icon ? <Icon of={icon} /> : null}
      {children}
    </span>
  )
}
