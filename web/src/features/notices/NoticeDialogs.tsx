import type { UrlModal } from '../../lib/url-modal.ts'
import { AlertDialog } from './AlertDialog.tsx'
import { NoticeDialog } from './NoticeDialog.tsx'

/** What hangs at the bell: notices, and the prices that will make some. Each has an address of its own. */
export function NoticeDialogs({ notices, alerts }: { notices: UrlModal; alerts: UrlModal }) {
  return (
    <>
      <NoticeDialog open={notices.open} onClose={notices.hide} onAlerts={alerts.show} />
      <AlertDialog open={alerts.open} onClose={alerts.hide} />
    </>
  )
}
