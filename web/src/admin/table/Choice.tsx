import { Select } from '../../ui/Select.tsx'

interface ChoiceProps {
  label: string
  /** What stands for no choice. */
  any: string
  value: string | undefined
  options: readonly (readonly [value: string, text: string])[]
  onChange(value: string): void
}

/** A filter of a list that is one of some words, or none. */
export function Choice({ label, any, value = '', options, onChange }: ChoiceProps) {
  return (
    <Select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{any}</option>
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </Select>
  )
}
