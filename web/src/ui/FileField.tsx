import { useTranslation } from 'react-i18next'
import { Field } from './Field.tsx'
import { FilePicker } from './FilePicker.tsx'

interface FileFieldProps {
  label: string
  hint: string
  /** On the button. */
  choose: string
  accept: string
  file: File | undefined
  fault: string | undefined
  onFile: (file: File) => void
}

/** A field that takes a file, and says which one it is. */
export function FileField({ label, hint, choose, accept, file, fault, onFile }: FileFieldProps) {
  const { t } = useTranslation('upload')
  return (
    <Field label={label} hint={hint} error={fault}>
      {(control) => (
        <span className="file-line">
          <FilePicker label={choose} accept={accept} {...control} onFile={onFile} />
          {file === undefined ? null : (
            <span className="t2" role="status">
              {t('chosen', { name: `\u2068${file.name}\u2069` })}
            </span>
          )}
        </span>
      )}
    </Field>
  )
}
