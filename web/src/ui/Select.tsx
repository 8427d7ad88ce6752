import { ChevronDown } from 'lucide-react'
import type { SelectHTMLAttributes } from 'react'
import { Icon } from './Icon.tsx'

/** A native select, which works by keyboard, by touch and for readers of the screen on every device, in our dress. */
export function Select(props: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className="select">
      <select {...props} />
      <Icon of={ChevronDown} size={16} />
    </span>
  )
}
