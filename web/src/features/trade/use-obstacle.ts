import type { Product } from '@truestrike/protocol/market-endpoints.ts'
import type { GameRule } from '@truestrike/protocol/trade-endpoints.ts'
import { useCallback, useSyncExternalStore } from 'react'
import { useBook } from '../../lib/book-store.ts'
import { livePrices } from '../../lib/live-prices.ts'
import { microsOf } from '../../lib/money-format.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { useSession } from '../../lib/session-store.ts'
import { type OrderObstacle, obstacleOf } from './order-checks.ts'
import { useStake } from './order-form.store.ts'
import { useTradeConnection } from './use-online.ts'

const CHECK_EVERY_MS = 500

/**
 * Why no order can be sent right now, or null. Looked at again with every price and twice a second, as prices grow old
 * by themselves; the panel is drawn anew only when the reason changes.
 */
export function useObstacle(
  product: Product | undefined,
  rule: GameRule | undefined,
  ownMax: string | null,
): OrderObstacle | null {
  const { online, phase } = useTradeConnection()
  const book = useBook((choice) => choice.book)
  const available = useSession((session) => session.user?.balances[book].available)
  const stake = useStake()
  const symbol = product?.symbol ?? ''
  const look = (): OrderObstacle | null => {
    const ticker = livePrices.get(symbol)
    const nowMs = serverClock.nowMs()
    const nextCloseMs = product?.nextCloseMs ?? null
    // Before the first greeting of a socket the service clock is a guess: then only the server judges ages.
    const clockSet = phase === 'open' && serverClock.isSet()
    // Nor can the age be told here while a replay's clock waits for its server.
    const ageKnown = clockSet && serverClock.speed() === 1
    return obstacleOf({
      online,
      status: product && (ticker?.status ?? product.ticker.status),
      priceAgeMs: ageKnown && ticker?.price != null ? nowMs - ticker.timeMs : null,
      rule,
      stake,
      ownMaxMicros: microsOf(ownMax),
      availableMicros: microsOf(available),
      closesInMs: clockSet && nextCloseMs !== null ? nextCloseMs - nowMs : null,
    })
  }
  const follow = useCallback(
    (listener: () => void) => {
      const timer = setInterval(listener, CHECK_EVERY_MS)
      const leave = livePrices.subscribe(symbol, listener)
      return () => {
        clearInterval(timer)
        leave()
      }
    },
    [symbol],
  )
  return useSyncExternalStore(follow, look)
}
