import type { LucideIcon } from 'lucide-react'
import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { classes } from './class-names.ts'
import { Icon } from './Icon.tsx'

export interface TextInputProps extends InputHTMLAttributes<HTMLInputElement> {
  icon?: LucideIcon
  /** 48 px high on every device, as on sign-in. */
  large?: boolean
  trailing?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** An input in its box; give it a label by `Field` or `aria-label`. */
export function TextInput({ icon, large, trailing, className, ...rest }: TextInputProps) {
  return (
    <span className={classes('input', large && 'input-l', className)}>
      {icon ? <Icon of={icon} size={18} /> : null}
      <input type="text" {...rest} />
      {trailing}
    </span>
  )
}
