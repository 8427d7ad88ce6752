import type { Product } from '@truestrike/protocol/market-endpoints.ts'
import { Clock, Moon, WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useTicker } from '../../lib/live-prices.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { reconnectSockets } from '../../lib/sockets.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { useTradeConnection } from './use-online.ts'

/** Why buying is paused: no connection, no fresh price, or the market is closed. */
export function PriceBanner({ product }: { product: Product | undefined }) {
  const { t } = useTranslation('trade')
  const { online, phase, attempt, attemptsMax } = useTradeConnection()
  const ticker = useTicker(product?.symbol ?? null)
  const status = ticker?.status ?? product?.ticker.status
  const nowMs = useServerNow(1_000, !online || status === 'stale')
  if (product === undefined) return null
  const ageMs = ticker === undefined || !serverClock.isSet() ? null : nowMs - ticker.timeMs
  const age =
    ageMs === null || ageMs < 0 ? t('banner.noAge') : t('banner.age', { count: Math.round(ageMs / 1000) })
  if (!online) {
    return (
      <Banner
        live
        icon={WifiOff}
        className="td-banner"
        title={
          phase === 'stopped' ? t('banner.stopped') : t('banner.retrying', { attempt, max: attemptsMax })
        }
        action={
          phase === 'stopped' ? (
            <Button size="s" onClick={reconnectSockets}>
              {t('banner.reconnect')}
            </Button>
          ) : null
        }
      >
        {age} {t('banner.paused')}
      </Banner>
    )
  }
  if (status === 'stale') {
    return (
      <Banner live icon={Clock} className="td-banner" title={t('banner.stale')}>
        {age} {t('banner.paused')}
      </Banner>
    )
  }
  if (status !== 'closed' && status !== 'disabled') return null
  const { nextOpenMs } = product
  return (
    <Banner live tone="info" icon={Moon} className="td-banner" title={t(`banner.${status}`)}>
      {nextOpenMs === null
        ? t('banner.closedText')
        : t('banner.opens', { time: formatDayAndClock(nextOpenMs) })}
    </Banner>
  )
}
