import { uploadSitePicture } from '@truestrike/protocol/config-endpoints.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PICTURE_ACCEPT } from '../../lib/upload.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { FilePicker } from '../../ui/FilePicker.tsx'
import { adminUpload } from '../frame/admin-session.store.ts'

interface PictureRowProps {
  label: string
  hint: string
  address: string | null
  onChange: (address: string | null) => void
}

/** A picture of the site: uploaded at once, named by what is saved with it. */
export function PictureRow({ label, hint, address, onChange }: PictureRowProps) {
  const { t } = useTranslation('admin-settings')
  const [fault, setFault] = useState<string | undefined>()
  const send = (file: File): void => {
    setFault(undefined)
    adminUpload(uploadSitePicture, { files: [file] }).then(
      (answer) => onChange(answer.address),
      (error: unknown) => setFault(error instanceof Error ? error.message : t('fault.other')),
    )
  }
  return (
    <Field {...{ label, hint }} error={fault}>
      {(control) => (
        <span className="set-picture">
          {address === null ? null : <img src={address} alt="" width={48} height={48} />}
          <FilePicker label={t('choose')} accept={PICTURE_ACCEPT} {...control} onFile={send} />
          {address === null ? null : (
            <Button size="s" variant="ghost" onClick={() => onChange(null)}>
              {t('remove')}
            </Button>
          )}
        </span>
      )}
    </Field>
  )
}
