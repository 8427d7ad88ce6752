import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  text?: ReactNode
  /** One action, or none. */
  action?: ReactNode
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="state">
      <Icon of={icon} />
      <b>{title}</b>
      {text ? <span>{text}</span> : null}
      {action}
    </div>
  )
}
