import { Bell } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotices } from '../lib/notices-store.ts'
import { useSession } from '../lib/session-store.ts'
import { useUrlModal } from '../lib/url-modal.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { lazyLater } from '../ui/lazy-again.tsx'

const NoticeDialogs = lazyLater(async () => {
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
  const announcement = useUrlModal('system-notice')
  const isTold = useNotices(({ items }) => items.some(({ kind, read }) => kind === 'announcement' && !read))
  const [wanted, setWanted] = useState(false)
  if ((isTold || [notices, alerts, announcement].some(({ open }) => open)) && !wanted) setWanted(true)
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
      <Suspense>{wanted ? <NoticeDialogs {...{ notices, alerts, announcement }} /> : null}</Suspense>
    </>
  )
}

/** What keeps the notices comes when the first page stands. */
function useFollowing(): void {
  const uid = useSession((session) => session.user?.uid)
  useEffect(() => {
    if (uid === undefined) return
    let stop: (() => void) | null = null
    const load = () => import('../lib/notices/follow-notices.ts').catch(() => null)
    const cancel = whenIdle(async () => {
      const following = await load()
      if (stop === null && following !== null) stop = following.followNotices()
    })
    return () => {
      cancel()
      if (stop !== null) return stop()
      stop = () => {}
      if (useSession.getState().token === null) void load().then((following) => following?.leaveNone())
    }
  }, [uid])
}
