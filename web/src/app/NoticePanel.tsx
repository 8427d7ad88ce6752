import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import { BellOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { markAllNoticesRead, markNoticeRead, useNotices } from '../lib/notices-store.ts'
import { formatRelative } from '../lib/time-format.ts'
import { useServerNow } from '../lib/use-server-now.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Sheet } from '../ui/Sheet.tsx'

/** Relative times are worded anew this often, ms. */
const REFRESH_MS = 30_000

interface NoticePanelProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What happened since this page was opened. */
export function NoticePanel({ open, onOpenChange }: NoticePanelProps) {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  const items = useNotices((notices) => notices.items)
  const nowMs = useServerNow(REFRESH_MS, open)
  const choose = (notice: Notice) => {
    markNoticeRead(notice.id)
    if (notice.type !== 'trade' || !notice.data.symbol) return
    onOpenChange(false)
    void navigate(`/trade/${notice.data.symbol}`)
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('notices.title')}
      footer={
        items.some((notice) => !notice.read) ? (
          <Button onClick={markAllNoticesRead}>{t('notices.readAll')}</Button>
        ) : null
      }
    >
      {items.length === 0 ? (
        <EmptyState icon={BellOff} title={t('notices.empty')} text={t('notices.emptyText')} />
      ) : (
        <ul className="notices">
          {items.map((notice) => (
            <li key={notice.id}>
              <button type="button" className="notice" onClick={() => choose(notice)}>
                {notice.read ? <span className="dot-gap" /> : <span className="dot" aria-hidden="true" />}
                <span className="col flex-1">
                  <b className={notice.read ? 't2' : 't1'}>{notice.data.symbol ?? notice.data.ref}</b>
                  <span className="lab">{notice.data.profit ?? notice.data.amount}</span>
                  <span className="cap">{formatRelative(notice.timeMs, nowMs)}</span>
                </span>
                {notice.read ? null : <span className="sr-only">{t('notices.unread')}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}
