import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'

interface SwitchRowProps {
  icon: LucideIcon
  label: string
  /** What it switches, in a few words. */
  hint?: string
  /** Undefined: not known yet. */
  checked: boolean | undefined
  onChange: (checked: boolean) => void
}

export function SwitchRow({ icon, label, hint, checked, onChange }: SwitchRowProps) {
  const id = useId()
  const described = hint === undefined ? {} : { describedBy: id }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control.
    <label>
      <Icon of={icon} size={18} />
      <span className="col flex-1">
        {label}
        {hint === undefined ? null : (
          <span id={id} className="lab">
            {hint}
          </span>
        )}
      </span>
      {checked === undefined ? (
        <Skeleton width={40} height={24} />
      ) : (
        <Switch label={label} checked={checked} onChange={onChange} {...described} />
      )}
    </label>
  )
}
