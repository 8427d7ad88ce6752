import type { Product } from '@truestrike/protocol/market-endpoints.ts'
import { Clock, type LucideIcon, Moon, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTicker } from '../../lib/live-prices.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { reconnectSockets } from '../../lib/sockets.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { useTradeConnection } from './use-online.ts'

/** Why buying is paused: no connection, no fresh price, or the market is closed. `product`: once it is known. */
export function PriceBanner({ product }: { product: Product | undefined }) {
  const { t } = useTranslation('trade')
  const { online, phase, attempt, attemptsMax } = useTradeConnection()
  const ticker = useTicker(product?.symbol ?? null)
  const status = ticker?.status ?? product?.ticker.status
  if (!online) {
    const stopped = phase === 'stopped'
    // On a page that still loads the first new try is mostly quicker than the list: nothing jumps for it.
    if (product === undefined && !stopped && attempt < 2) return null
    return (
      <PausedBanner
        icon={WifiOff}
        title={stopped ? t('banner.stopped') : t('banner.retrying', { attempt, max: attemptsMax })}
        priceMs={ticker?.timeMs}
        action={
          stopped ? (
            <Button size="s" onClick={reconnectSockets}>
              {t('banner.reconnect')}
            </Button>
          ) : null
        }
      />
    )
  }
  if (status === 'stale') {
    return <PausedBanner icon={Clock} title={t('banner.stale')} priceMs={ticker?.timeMs} />
  }
  if (status !== 'closed' && status !== 'disabled') return null
  const nextOpenMs = product?.nextOpenMs ?? null
  return (
    <Banner live tone="info" icon={Moon} className="td-banner" title={t(`banner.${status}`)}>
      {status === 'disabled' || nextOpenMs === null
        ? t('banner.closedText')
        : t('banner.opens', { time: formatDayAndClock(nextOpenMs) })}
    </Banner>
  )
}

interface PausedBannerProps {
  icon: LucideIcon
  title: string
  /** When the last price was made. */
  priceMs: number | undefined
  action?: ReactNode
}

/** How old the last price is changes every second: that is not announced. */
function PausedBanner({ icon, title, priceMs, action }: PausedBannerProps) {
  const { t } = useTranslation('trade')
  const nowMs = useServerNow(1_000, true)
  const ageMs = priceMs === undefined || !serverClock.isSet() ? null : nowMs - priceMs
  return (
    <Banner icon={icon} className="td-banner" action={action}>
      <span role="status">
        <b>{title}</b>
        {t('banner.paused')}
      </span>{' '}
      {ageMs === null || ageMs < 0
        ? t('banner.noAge')
        : t('banner.age', { count: Math.round(ageMs / 1_000) })}
    </Banner>
  )
}
