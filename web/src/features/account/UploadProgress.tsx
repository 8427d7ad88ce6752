import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'

/** How far an upload is, and the way to give it up. */
export function UploadProgress({ percent, onCancel }: { percent: number; onCancel: () => void }) {
  const { t } = useTranslation('profile')
  const text = percent < 100 ? t('upload.progress', { percent }) : t('upload.checking')
  return (
    <div className="ap-progress">
      <progress max={100} value={percent} aria-label={text} />
      <span className="lab">{text}</span>
      <Button size="s" className="hit" onClick={onCancel}>
        {t('upload.cancel')}
      </Button>
    </div>
  )
}
