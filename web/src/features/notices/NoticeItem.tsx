import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, Info, RotateCcw, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { watchDoublePress } from '../../lib/double-press.ts'
import { toneOf } from '../../lib/money-format.ts'
import { wordNotice } from '../../lib/notices/notice-words.ts'
import { formatRelative } from '../../lib/time-format.ts'
import { DirectionBox } from '../../ui/DirectionTag.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Num } from '../../ui/Num.tsx'

/** The second of two quick presses meets the row that has moved to its place, and cannot be taken back. */
const isRepeatedPress = watchDoublePress()

interface NoticeItemProps {
  notice: Notice
  nowMs: number
  onChoose: () => void
  onRemove: () => void
}

export function NoticeItem({ notice, nowMs, onChoose, onRemove }: NoticeItemProps) {
  const { t } = useTranslation('notices')
  const { title, profit, message } = wordNotice(notice)
  return (
    <li className="nt-item" data-read={notice.read}>
      <button type="button" onClick={onChoose}>
        <span className="nt-sign">
          <Sign notice={notice} />
          {notice.read ? null : <span className="dot" aria-hidden="true" />}
        </span>
        <span className="col flex-1">
          <b>
            {notice.read ? null : <span className="sr-only">{t('unread')}: </span>}
            {title} {profit === null ? null : <Num tone={toneOf(notice.data.profit)}>{profit}</Num>}
          </b>
          <span className="lab">{message}</span>
          <span className="cap">{formatRelative(notice.timeMs, nowMs)}</span>
        </span>
      </button>
      <IconButton
        icon={Trash2}
        size="s"
        label={`${t('remove')}: ${title}, ${message}`}
        onClick={({ timeStamp }) => {
          if (!isRepeatedPress(timeStamp)) onRemove()
        }}
      />
    </li>
  )
}

const SIGNS = [
  ['deposit', ArrowDownToLine],
  ['withdrawal', ArrowUpFromLine],
  ['transfer', ArrowLeftRight],
] as const

function Sign({ notice: { kind, data } }: { notice: Notice }) {
  if (data.direction !== undefined && data.result !== 'cancelled') {
    return <DirectionBox direction={data.direction} tone={toneOf(data.profit)} size={36} />
  }
  const icon = SIGNS.find(([start]) => kind.startsWith(start))?.[1]
  return (
    <span className="nt-box" aria-hidden="true">
      <Icon of={icon ?? (data.result === 'cancelled' ? RotateCcw : Info)} size={18} />
    </span>
  )
}
