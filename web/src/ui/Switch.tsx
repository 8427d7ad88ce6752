interface SwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
  id?: string
  /** Leave out when a `<label>` stands around it or points to it. */
  label?: string
  describedBy?: string
}

export function Switch({ checked, onChange, id, label, describedBy }: SwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      className="switch"
      id={id}
      checked={checked}
      aria-checked={checked}
      aria-label={label}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
