import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'

/** Browsers ask their users only when these have pressed something. */
export function AllowBrowser() {
  const { t } = useTranslation('notices')
  const [permission, setPermission] = useState(globalThis.Notification?.permission)
  if (permission !== 'default') return null
  return (
    <div className="nt-allow">
      <span className="lab flex-1">{t('browserText')}</span>
      <Button
        size="s"
        className="hit"
        onClick={async () => setPermission(await Notification.requestPermission())}
      >
        {t('browserAllow')}
      </Button>
    </div>
  )
}
