import { removeAvatar, uploadAvatar } from '@truestrike/protocol/profile-endpoints.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { PICTURE_ACCEPT, pictureFault } from '../../lib/upload.ts'
import { useUpload } from '../../lib/use-upload.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { FilePicker } from '../../ui/FilePicker.tsx'
import { UploadProgress } from '../../ui/UploadProgress.tsx'
import { useProfileChanged } from './use-profile.ts'

/** The picture beside the name: another one, or the generated one again. */
export function AvatarCard({ name, picture }: { name: string; picture: string | null }) {
  const { t } = useTranslation(['profile', 'upload'])
  const changed = useProfileChanged()
  const upload = useUpload(uploadAvatar)
  const [fault, setFault] = useState<string | null>(null)
  const [removing, setRemoving] = useState(false)
  const send = async (file: File) => {
    const seen = pictureFault(file)
    setFault(seen === null ? null : t(`upload:${seen}`))
    if (seen !== null) return
    try {
      if ((await upload.send({ files: [file] })) === null) return
      showToast('success', t('picture.saved'))
      await changed()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error.message)
    }
  }
  const remove = async () => {
    setRemoving(true)
    try {
      await call(removeAvatar)
      showToast('success', t('picture.removed'))
      await changed()
    } catch {
      // Its words are on the screen.
    }
    setRemoving(false)
  }
  return (
    <section className="card as-card">
      <div className="ap-picture">
        <Avatar name={name} picture={picture} size={72} />
        <div className="col flex-1">
          <h2>{t('picture.title')}</h2>
          <p className="t2" id="picture-text">
            {t('picture.text')}
          </p>
        </div>
      </div>
      <div role="alert">{fault === null ? null : <Banner>{fault}</Banner>}</div>
      {upload.percent === null ? (
        <div className="as-buttons">
          <FilePicker
            label={t('picture.choose')}
            accept={PICTURE_ACCEPT}
            aria-describedby="picture-text"
            onFile={(file) => void send(file)}
          />
          {picture === null ? null : (
            <Button pending={removing} onClick={() => void remove()}>
              {t('picture.remove')}
            </Button>
          )}
        </div>
      ) : (
        <UploadProgress percent={upload.percent} onCancel={upload.cancel} />
      )}
    </section>
  )
}
