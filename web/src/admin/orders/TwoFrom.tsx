import { useTranslation } from 'react-i18next'
import { isolated } from '../../lib/isolated-text.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Banner } from '../../ui/Banner.tsx'

/** From when on two administrators can do it, one of whom is new or was changed by another one. Nothing to wait for: `alone`. */
export function TwoFrom({ fromMs, alone = null }: { fromMs: number | null; alone?: string | null }) {
  const { t } = useTranslation('admin')
  const text = fromMs === null ? alone : t('orders.twoFrom', { time: isolated(formatDayAndClock(fromMs)) })
  return text === null ? null : <Banner>{text}</Banner>
}
