import type { ProtectionChange } from '@truestrike/protocol/security-endpoints.ts'
import { LockKeyhole } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isolated, isolatedLtr } from '../../lib/isolated-text.ts'
import { formatCountdown, formatDayAndClock } from '../../lib/time-format.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { Banner } from '../../ui/Banner.tsx'
import { useFunds } from './use-funds.ts'

/** Nothing leaves until then, and why. */
export function LockedBanner({ untilMs, by }: { untilMs: number; by: ProtectionChange | null }) {
  const { t } = useTranslation('funds')
  const nowMs = useServerNow(1_000, true, untilMs)
  const { refetch } = useFunds()
  // Only the server opens it: asked at its end, and each second after that until it has.
  const endedMs = nowMs < untilMs ? null : nowMs
  useEffect(() => {
    if (endedMs !== null) void refetch({ cancelRefetch: false })
  }, [endedMs, refetch])
  return (
    <Banner icon={LockKeyhole} title={t('lock.title')} live>
      <p>
        {by === null ? null : `${t(`lock.by.${by}`)} `}
        {t('lock.text')}
      </p>
      <p className="fu-left" aria-live="off">
        {t('lock.left', {
          left: isolatedLtr(formatCountdown(untilMs - nowMs)),
          time: isolated(formatDayAndClock(untilMs)),
        })}
      </p>
    </Banner>
  )
}
