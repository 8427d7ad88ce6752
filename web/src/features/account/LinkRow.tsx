import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '../../ui/Icon.tsx'

export function LinkRow({
  to,
  icon,
  label,
  children,
}: {
  to: string
  icon: LucideIcon
  label: string
  children?: ReactNode
}) {
  return (
    <Link to={to}>
      <Icon of={icon} size={18} />
      <span className="flex-1">{label}</span>
      <span className="lab">{children}</span>
      <Icon of={ChevronRight} size={16} className="flip" />
    </Link>
  )
}
