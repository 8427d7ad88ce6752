import { useTranslation } from 'react-i18next'
import { useLoadFailure } from '../lib/release-watch.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'

/** A menu or a dialog whose code is gone; a page that is gone says so in its own place. */
export function LoadFailure() {
  const { t } = useTranslation('app')
  const failed = useLoadFailure((state) => state.failed)
  return (
    <div className="load-note" role="alert">
      {failed ? (
        <Banner
          title={t('loadFailure.title')}
          action={
            <Button size="s" onClick={() => globalThis.location.reload()}>
              {t('reload')}
            </Button>
          }
        >
          {t('loadFailure.text')}
        </Banner>
      ) : null}
    </div>
  )
}
