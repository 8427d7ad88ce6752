import { useId } from 'react'
import { localInput, readLocalInput } from './local-time.ts'

interface TimeFieldProps {
  label: string
  /** Null: none. */
  valueMs: number | null
  onChange(valueMs: number | null): void
  /** To the second; else to the minute. */
  hasSeconds?: boolean
}

/** A day and time in the time zone of this browser, as all times of the back office are. */
export function TimeField({ label, valueMs, onChange, hasSeconds = false }: TimeFieldProps) {
  const id = useId()
  return (
    <span className="adm-time">
      <label htmlFor={id}>{label}</label>
      <span className="input">
        <input
          id={id}
          type="datetime-local"
          step={hasSeconds ? 1 : 60}
          value={valueMs === null ? '' : localInput(valueMs, hasSeconds)}
          onChange={({ target }) => onChange(readLocalInput(target.value))}
        />
      </span>
    </span>
  )
}
