import { Bell } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotices } from '../lib/notices-store.ts'
import { useSession } from '../lib/session-store.ts'
import { useUrlModal } from '../lib/url-modal.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { lazyAgain } from '../ui/lazy-again.tsx'

const NoticeDialogs = lazyAgain(async () => {
  const [dialogs, { loadNoticeTexts }] = await Promise.all([
    import('../features/notices/NoticeDialogs.tsx'),
    import('../lib/notices/notice-words.ts'),
  ])
  await loadNoticeTexts()
  return dialogs.NoticeDialogs
})

export function NoticeBell() {
  const { t } = useTranslation('app')
  const unread = useNotices(({ items }) => items.filter((notice) => !notice.read).length)
  const notices = useUrlModal('notices')
  const alerts = useUrlModal('alerts')
  const [wanted, setWanted] = useState(false)
  if ((notices.open || alerts.open) && !wanted) setWanted(true)
  useFollowing()
  return (
    <>
      <IconButton
        icon={Bell}
        label={unread > 0 ? t('notices.bellUnread', { count: unread }) : t('notices.bell')}
        count={unread}
        aria-haspopup="dialog"
        onClick={notices.show}
      />
      <Suspense>{wanted ? <NoticeDialogs notices={notices} alerts={alerts} /> : null}</Suspense>
    </>
  )
}

/** What keeps the notices comes when the first page stands. */
function useFollowing(): void {
  const uid = useSession((session) => session.user?.uid)
  useEffect(() => {
    if (uid === undefined) return
    let stop: (() => void) | null = null
    const cancel = whenIdle(async () => {
      const following = await import('../lib/notices/follow-notices.ts').catch(() => null)
      if (stop === null && following !== null) stop = following.followNotices()
    })
    return () => {
      cancel()
      if (stop === null) stop = () => {}
      else stop()
    }
  }, [uid])
}
