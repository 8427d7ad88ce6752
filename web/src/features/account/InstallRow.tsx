import { MonitorDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useInstallOffer } from '../../lib/install-offer.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'

/** Safari on phones and tablets installs by its own menu only; elsewhere it does not know the word. */
const isSafariOnPhone = (): boolean => 'standalone' in navigator && navigator.standalone === false

/** The way to the app on the home screen: a button where the browser offers it, a hint where only its menu can; else nothing. */
export function InstallRow() {
  const { t } = useTranslation('devices')
  const offer = useInstallOffer((state) => state.offer)
  if (offer === null && !isSafariOnPhone()) return null
  const install = (): void => {
    // An offer holds for one answer.
    useInstallOffer.setState({ offer: null })
    void offer?.prompt()
  }
  return (
    <div>
      <Icon of={MonitorDown} size={18} />
      <span className="col flex-1">
        {t('install.title')}
        <span className="lab">{t(offer === null ? 'install.ios' : 'install.hint')}</span>
      </span>
      {offer === null ? null : (
        <Button size="s" className="hit" onClick={install}>
          {t('install.action')}
        </Button>
      )}
    </div>
  )
}
