import './files.css'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'

/** How far an upload is, and the way to give it up. */
export function UploadProgress({ percent, onCancel }: { percent: number; onCancel: () => void }) {
  const { t } = useTranslation('upload')
  const text = percent < 100 ? t('progress', { percent }) : t('checking')
  return (
    <div className="file-progress">
      <progress max={100} value={percent} aria-label={text} />
      <span className="lab">{text}</span>
      <Button size="s" className="hit" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  )
}
