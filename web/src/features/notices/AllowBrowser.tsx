import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'

/** Phones know notifications, but let a page show none: there, asking would promise what does not come. */
function askable(): NotificationPermission | undefined {
  const permission = globalThis.Notification?.permission
  if (permission !== 'default') return permission
  try {
    // Shows nothing, as it is not allowed yet.
    new Notification('')
    return permission
  } catch {
    return undefined
  }
}

/** Browsers ask their users only when these have pressed something. */
export function AllowBrowser() {
  const { t } = useTranslation('notices')
  const [permission, setPermission] = useState(askable)
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
