import { uploadSitePicture } from '@truestrike/protocol/config-endpoints.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PICTURE_ACCEPT } from '../../lib/upload.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { FilePicker } from '../../ui/FilePicker.tsx'
import { adminUpload } from '../frame/admin-session.store.ts'
import { useUnderWay } from './under-way.ts'

interface PictureRowProps {
  label: string
  hint: string
  address: string | null
  /** Called when the upload ends, maybe long after this render: it changes what is there then. */
  onChange: (address: string | null) => void
}

/** A picture of the site: uploaded at once, named by what is saved with it; its form waits for it. */
export function PictureRow({ label, hint, address, onChange }: PictureRowProps) {
  const { t } = useTranslation('admin-settings')
  const [fault, setFault] = useState<string | undefined>()
  const [pending, setPending] = useState(false)
  useUnderWay(pending)
  const send = async (file: File): Promise<void> => {
    setFault(undefined)
    setPending(true)
    try {
      const answer = await adminUpload(uploadSitePicture, { files: [file] })
      onChange(answer.address)
    } catch (error) {
      setFault(error instanceof Error ? error.message : t('fault.other'))
    }
    setPending(false)
  }
  return (
    <Field {...{ label, hint }} error={fault}>
      {(control) => (
        <span className="set-picture">
          {address === null ? null : <img src={address} alt="" width={48} height={48} />}
          <FilePicker
            label={t('choose')}
            accept={PICTURE_ACCEPT}
            pending={pending}
            {...control}
            onFile={(file) => void send(file)}
          />
          {address === null ? null : (
            <Button size="s" variant="ghost" disabled={pending} onClick={() => onChange(null)}>
              {t('remove')}
            </Button>
          )}
        </span>
      )}
    </Field>
  )
}
