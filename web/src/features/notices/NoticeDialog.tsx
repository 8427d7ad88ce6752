import './notices.css'
import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import { BellOff, BellRing, CheckCheck, Trash2, Undo2, Volume2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import {
  clearNoticesShown,
  markAllNoticesRead,
  markNoticeRead,
  removeNotice,
  undoClear,
} from '../../lib/notices/notice-actions.ts'
import { useNotices } from '../../lib/notices-store.ts'
import { useSettings } from '../../lib/settings-store.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { AllowBrowser } from './AllowBrowser.tsx'
import { NoticeItem } from './NoticeItem.tsx'

/** Relative times are worded anew this often, ms. */
const REFRESH_MS = 30_000

const TYPES = ['trade', 'system'] as const
type NoticeType = (typeof TYPES)[number]

interface NoticeDialogProps {
  open: boolean
  onClose: () => void
  onAlerts: () => void
  onAnnouncement: (id: string) => void
}

/** What happened, on any of the user's browsers and while he was away. */
export function NoticeDialog({ open, onClose, onAlerts, onAnnouncement }: NoticeDialogProps) {
  const { t } = useTranslation('notices')
  const navigate = useNavigate()
  const items = useNotices((notices) => notices.items)
  const cleared = useNotices(({ undoable }) => undoable === true)
  const nowMs = useServerNow(REFRESH_MS, open)
  const [type, setType] = useState<NoticeType>('trade')
  const unreadOf = (each: NoticeType) =>
    items.filter((notice) => notice.type === each && !notice.read).length || undefined
  const choose = (notice: Notice) => {
    if (!notice.read) void markNoticeRead(notice.id)
    if (notice.kind === 'announcement') onAnnouncement(notice.id)
    if (notice.type === 'trade' && notice.data.symbol) void navigate(`/trade/${notice.data.symbol}`)
  }
  const shown = items.filter((notice) => notice.type === type)
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t('title')}
      className="nt"
      footer={
        <Footer
          none={items.length === 0}
          cleared={cleared}
          onClear={() => void clearNoticesShown()}
          onUndo={() => void undoClear()}
          onAlerts={onAlerts}
        />
      }
    >
      <Tabs
        label={t('title')}
        value={type}
        onChange={setType}
        tabs={TYPES.map((each) => ({ value: each, label: t(each), count: unreadOf(each) }))}
        aside={
          <button
            type="button"
            className="link hit nt-read"
            disabled={items.every((notice) => notice.read)}
            onClick={() => void markAllNoticesRead()}
          >
            <Icon of={CheckCheck} size={16} />
            {t('readAll')}
          </button>
        }
      >
        <AllowBrowser />
        {shown.length === 0 ? (
          <EmptyState icon={BellOff} title={t('empty')} text={t('emptyText')} />
        ) : (
          <ul>
            {shown.map((notice) => (
              <NoticeItem
                key={notice.id}
                notice={notice}
                nowMs={nowMs}
                onChoose={() => choose(notice)}
                onRemove={() => void removeNotice(notice.id)}
              />
            ))}
          </ul>
        )}
      </Tabs>
    </Sheet>
  )
}

interface FooterProps {
  none: boolean
  /** All have been cleared a moment ago: it can be undone. */
  cleared: boolean
  onClear: () => void
  onUndo: () => void
  onAlerts: () => void
}

function Footer({ none, cleared, onClear, onUndo, onAlerts }: FooterProps) {
  const { t } = useTranslation('notices')
  const { sound, setSound } = useSettings()
  return (
    <div className="nt-foot">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control. */}
      <label className="row">
        <Switch checked={sound} onChange={setSound} />
        <Icon of={Volume2} size={18} />
        {t('sound')}
      </label>
      <IconButton
        icon={BellRing}
        label={t('alert.title')}
        aria-haspopup="dialog"
        className="nt-alerts"
        onClick={onAlerts}
      />
      {/* One button for both, so that the focus stays; its new words are read out. */}
      <Button
        variant={cleared ? 'tint' : 'ghost'}
        icon={cleared ? Undo2 : Trash2}
        disabled={none && !cleared}
        onClick={cleared ? onUndo : onClear}
      >
        {t(cleared ? 'undo' : 'clearAll')}
      </Button>
      <p className="sr-only" role="status">
        {cleared ? t('cleared') : null}
      </p>
    </div>
  )
}
