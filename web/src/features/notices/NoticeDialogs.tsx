import { useState } from 'react'
import type { UrlModal } from '../../lib/url-modal.ts'
import { AlertDialog } from './AlertDialog.tsx'
import { AnnouncementDialog } from './AnnouncementDialog.tsx'
import { NoticeDialog } from './NoticeDialog.tsx'

interface NoticeDialogsProps {
  notices: UrlModal
  alerts: UrlModal
  announcement: UrlModal
}

/** What hangs at the bell: notices, the prices that will make some, and what the operator tells. Each has an address of its own. */
export function NoticeDialogs({ notices, alerts, announcement }: NoticeDialogsProps) {
  const [wantedId, setWantedId] = useState<string | null>(null)
  const read = (id: string): void => {
    setWantedId(id)
    announcement.show()
  }
  return (
    <>
      <NoticeDialog open={notices.open} onClose={notices.hide} onAlerts={alerts.show} onAnnouncement={read} />
      <AlertDialog open={alerts.open} onClose={alerts.hide} />
      <AnnouncementDialog modal={announcement} wantedId={wantedId} onWant={setWantedId} />
    </>
  )
}
