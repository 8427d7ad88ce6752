import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Icon } from './Icon.tsx'

/** Spread these on the input: they bind label, hint and error to it. */
interface FieldControl {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

interface FieldProps {
  label: string
  /** At the end of the label's line, such as the balance. */
  aside?: ReactNode
  hint?: ReactNode
  /** One sentence that says what to do; shown instead of the hint. */
  error?: string | undefined
  children: (control: FieldControl) => ReactNode
}

export function Field({ label, aside, hint, error, children }: FieldProps) {
  const id = useId()
  const note = `${id}-note`
  const hasNote = error !== undefined || hint !== undefined
  return (
    <div className="field">
      <span className="field-label">
        <label htmlFor={id}>{label}</label>
        {aside}
      </span>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': hasNote ? note : undefined })}
      {error !== undefined ? (
        <p className="hint hint-bad" id={note} role="alert">
          <Icon of={TriangleAlert} size={16} />
          <span>{error}</span>
        </p>
      ) : hint !== undefined ? (
        <p className="hint" id={note}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
