import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../lib/duration-format.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Num } from '../../ui/Num.tsx'

export function UserCell({ username, uid }: { username: string; uid: string }) {
  return (
    <>
      <b>
        <bdi>{username}</bdi>
      </b>{' '}
      <Num className="text-quiet">{uid}</Num>
    </>
  )
}

interface ReviewerCellProps {
  takenBy: 'me' | 'other' | null
  reviewer: string | null
}

/** Who has taken an order on, or decided it. */
export function ReviewerCell({ takenBy, reviewer }: ReviewerCellProps) {
  const { t } = useTranslation('admin')
  if (takenBy === null) return <span className="text-quiet">–</span>
  return takenBy === 'me' ? t('orders.you') : <bdi>{reviewer}</bdi>
}

const MINUTE_MS = 60_000

/** How long it has waited, to the minute; of one that has ended when that was. */
export function Waiting({ fromMs, endedMs }: { fromMs: number; endedMs: number | null }) {
  const { t } = useTranslation('admin')
  if (endedMs !== null) return <bdi>{formatDayAndClock(endedMs)}</bdi>
  const minutes = Math.floor((serverClock.nowMs() - fromMs) / MINUTE_MS)
  return minutes < 1 ? t('orders.justNow') : <bdi>{formatDuration(minutes * 60)}</bdi>
}
