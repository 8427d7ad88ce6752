import './files.css'
import { ImageUp } from 'lucide-react'
import type { InputHTMLAttributes } from 'react'
import { Icon } from './Icon.tsx'

export interface FilePickerProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  label: string
  /** A button of a row, not of a form. */
  small?: boolean
  onFile: (file: File) => void
}

/** A button that chooses a file. Browsers word their own in their language, not in the page's. */
export function FilePicker({ label, small = false, onFile, ...rest }: FilePickerProps) {
  return (
    <label className={small ? 'btn btn-s hit file-picker' : 'btn file-picker'}>
      {small ? null : <Icon of={ImageUp} size={18} />}
      <span>{label}</span>
      <input
        type="file"
        className="sr-only"
        {...rest}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          // The same file can be chosen again, after it was mended.
          currentTarget.value = ''
        }}
      />
    </label>
  )
}
