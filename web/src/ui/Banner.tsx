import { Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './class-names.ts'
import { Icon } from './Icon.tsx'

interface BannerProps {
  tone?: 'caution' | 'info'
  icon?: LucideIcon
  title?: string
  children?: ReactNode
  action?: ReactNode
  /** Announced when it appears; leave out for text that is always there. */
  live?: boolean
  className?: string
}

export function Banner({ tone = 'caution', icon, title, children, action, live, className }: BannerProps) {
  return (
    <div
      className={classes('banner', tone === 'info' && 'banner-info', className)}
      role={live ? 'status' : undefined}
    >
      <Icon of={icon ?? (tone === 'info' ? Info : TriangleAlert)} />
      <div className="flex-1 min-w-0">
        {title ? <b>{title}</b> : null}
        {children}
      </div>
      {action}
    </div>
  )
}
