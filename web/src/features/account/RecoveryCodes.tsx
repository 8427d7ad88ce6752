import { Copy, Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../lib/copy-text.ts'
import { downloadFile } from '../../lib/download.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { Button } from '../../ui/Button.tsx'
import { ShownOnce } from './ShownOnce.tsx'

/** Shown once, to be kept by their owner. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('security')
  const { siteName } = useSiteInfo()
  const text = codes.join('\n')
  const save = () =>
    downloadFile('recovery-codes.txt', new Blob([`${siteName}\n\n${text}\n`], { type: 'text/plain' }))
  return (
    <div className="as-form">
      <ShownOnce keptLabel={t('recovery.done')} onKept={onDone}>
        <p>{t('recovery.text')}</p>
        <ul className="as-codes" dir="ltr" translate="no" aria-label={t('recovery.title')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="as-buttons">
          <Button icon={Copy} onClick={() => void copyText(text)}>
            {t('recovery.copy')}
          </Button>
          <Button icon={Download} onClick={save}>
            {t('recovery.save')}
          </Button>
        </div>
      </ShownOnce>
    </div>
  )
}
