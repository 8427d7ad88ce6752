import { BellPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../../lib/session-store.ts'
import { useUrlModal } from '../../lib/url-modal.ts'
import { loginPathFor } from '../../lib/wanted-page.ts'
import { IconButton } from '../../ui/IconButton.tsx'

/** The way to price alerts, for guests by signing in; the dialog itself hangs at the bell of the header. */
export function AlertButton() {
  const { t } = useTranslation('notices')
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const guest = useSession((session) => session.token === null)
  const { show } = useUrlModal('alerts')
  const open = (): void => {
    // A chart that fills the screen would hide the sheet.
    if (document.fullscreenElement !== null) void document.exitFullscreen()
    if (guest) void navigate(loginPathFor(`${pathname}?modal=alerts`))
    else show()
  }
  return (
    <IconButton icon={BellPlus} size="s" label={t('alert.title')} aria-haspopup="dialog" onClick={open} />
  )
}
