import type { Product } from '@truestrike/protocol/market-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { serverClock } from './server-clock.ts'
import { formatDayYear } from './time-format.ts'

/** Of which day the prices of a replay are, where they are not those of the service's day; null: they are. */
export function useMovedPrices(product: Product | undefined): string | null {
  const { t } = useTranslation('trade')
  const shiftMs = product?.recordedShiftMs ?? 0
  // Until the service's time is known its newest price tells it; a market that has had none says nothing yet.
  const atMs = serverClock.isSet() ? serverClock.nowMs() : (product?.ticker.timeMs ?? 0)
  return shiftMs === 0 || atMs === 0 ? null : t('feed.moved', { day: formatDayYear(atMs - shiftMs) })
}
