import { Bell } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotices } from '../lib/notices-store.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { lazyAgain } from '../ui/lazy-again.tsx'

const NoticePanel = lazyAgain(async () => (await import('./NoticePanel.tsx')).NoticePanel)

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
      <Suspense>{open ? <NoticePanel open onOpenChange={setOpen} /> : null}</Suspense>
    </>
  )
}
