import './files.css'
import { ImageUp } from 'lucide-react'
import type { InputHTMLAttributes } from 'react'
import { Icon } from './Icon.tsx'
import { Ring } from './Ring.tsx'

export interface FilePickerProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  label: string
  /** A button of a row, not of a form. */
  small?: boolean
  /** A file is on its way: the label stays, a ring takes the icon's place, no other file can be chosen. */
  pending?: boolean
  onFile: (file: File) => void
}

/** A button that chooses a file. Browsers word their own in their language, not in the page's. */
export function FilePicker({ label, small = false, pending = false, onFile, ...rest }: FilePickerProps) {
  return (
    <label className={small ? 'btn btn-s hit file-picker' : 'btn file-picker'}>
      {pending ? (
        <Ring size={16} fraction={0.25} waiting ink="currentColor" />
      ) : small ? null : (
        <Icon of={ImageUp} size={18} />
      )}
      <span>{label}</span>
      <input
        type="file"
        className="sr-only"
        {...rest}
        {...(pending ? { 'aria-busy': true, 'aria-disabled': true } : {})}
        onClick={(event) => {
          if (pending) event.preventDefault()
        }}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file && !pending) onFile(file)
          // The same file can be chosen again, after it was mended.
          currentTarget.value = ''
        }}
      />
    </label>
  )
}
