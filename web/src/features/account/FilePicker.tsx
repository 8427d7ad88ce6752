import { ImageUp } from 'lucide-react'
import type { InputHTMLAttributes } from 'react'
import { PICTURE_ACCEPT } from '../../lib/upload.ts'
import { Icon } from '../../ui/Icon.tsx'

interface FilePickerProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  label: string
  onFile: (file: File) => void
}

/** A button that chooses a picture. Browsers word their own in their language, not in the page's. */
export function FilePicker({ label, onFile, ...rest }: FilePickerProps) {
  return (
    <label className="btn ap-picker">
      <Icon of={ImageUp} size={18} />
      <span>{label}</span>
      <input
        type="file"
        className="sr-only"
        accept={PICTURE_ACCEPT}
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
