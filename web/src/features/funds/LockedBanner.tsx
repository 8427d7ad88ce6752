import type { ProtectionChange } from '@truestrike/protocol/security-endpoints.ts'
import { LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isolated, isolatedLtr } from '../../lib/isolated-text.ts'
import { formatCountdown, formatDayAndClock } from '../../lib/time-format.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { Banner } from '../../ui/Banner.tsx'

/** Nothing leaves until then, and why. */
export function LockedBanner({ untilMs, by }: { untilMs: number; by: ProtectionChange | null }) {
  const { t } = useTranslation('funds')
  const nowMs = useServerNow(1_000)
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
