import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { markNoticeRead } from '../../lib/notices/notice-actions.ts'
import { useNotices } from '../../lib/notices-store.ts'
import { formatDayYear } from '../../lib/time-format.ts'
import type { UrlModal } from '../../lib/url-modal.ts'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { AnnouncementText } from './AnnouncementText.tsx'

/** While another dialog is open nothing comes over it; it is looked again after so long. */
const AGAIN_MS = 500

interface AnnouncementDialogProps {
  modal: UrlModal
  /** Which one was asked for; null: the oldest unread one, else the newest. */
  wantedId: string | null
  onWant: (id: string | null) => void
}

/** What the operator tells all users. One that was not read comes by itself, once; closing it reads it. */
export function AnnouncementDialog({ modal, wantedId, onWant }: AnnouncementDialogProps) {
  const { t } = useTranslation('notices')
  const items = useNotices((notices) => notices.items)
  const announcements = items.filter(({ kind }) => kind === 'announcement')
  const unread = announcements.findLast(({ read }) => !read)
  const shown = announcements.find(({ id }) => id === wantedId) ?? unread ?? announcements[0]
  useComing(unread?.id, (id) => {
    onWant(id)
    modal.show()
  })
  const close = (): void => {
    if (shown?.read === false) void markNoticeRead(shown.id)
    modal.hide()
  }
  return (
    <Sheet
      open={modal.open && shown !== undefined}
      onOpenChange={(next) => {
        if (!next) close()
      }}
      title={shown?.data.title ?? t('announcement.name')}
      note={shown === undefined ? null : `${t('announcement.name')} · ${formatDayYear(shown.timeMs)}`}
      footer={
        <Button variant="primary" block onClick={close}>
          {t('announcement.close')}
        </Button>
      }
    >
      <AnnouncementText text={shown?.data.text ?? ''} />
    </Sheet>
  )
}

/** Tells of each unread announcement once, as soon as no other dialog is open. */
function useComing(unreadId: string | undefined, onCome: (id: string) => void): void {
  const { search } = useLocation()
  const come = useRef(new Set<string>())
  const tell = useRef(onCome)
  useEffect(() => {
    tell.current = onCome
  })
  const isOpen = new URLSearchParams(search).has('modal')
  useEffect(() => {
    if (unreadId === undefined || isOpen) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (): void => {
      if (come.current.has(unreadId)) return
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) {
        timer = setTimeout(look, AGAIN_MS)
        return
      }
      come.current.add(unreadId)
      tell.current(unreadId)
    }
    look()
    return () => clearTimeout(timer)
  }, [unreadId, isOpen])
}
