import { Check } from 'lucide-react'
import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { Icon } from './Icon.tsx'

interface CheckboxProps extends InputHTMLAttributes<HTMLInputElement> {
  children: ReactNode
  ref?: Ref<HTMLInputElement>
}

export function Checkbox({ children, ...rest }: CheckboxProps) {
  return (
    <label className="check hit">
      <input type="checkbox" {...rest} />
      <Icon of={Check} />
      <span>{children}</span>
    </label>
  )
}
