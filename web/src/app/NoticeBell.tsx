import { Bell } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotices } from '../lib/notices-store.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { NoticePanel } from './NoticePanel.tsx'

export function NoticeBell() {
  const { t } = useTranslation('app')
  const unread = useNotices(({ items }) => items.filter((notice) => !notice.read).length)
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon={Bell}
        label={unread > 0 ? t('notices.bellUnread', { count: unread }) : t('notices.bell')}
        count={unread}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <NoticePanel open={open} onOpenChange={setOpen} />
    </>
  )
}
