import type { ProductStatus } from '@truestrike/protocol/market-endpoints.ts'
import type { GameRule } from '@truestrike/protocol/trade-endpoints.ts'
import type { AmountFault } from '../../lib/amount-text.ts'
import { boundsOf } from './amount-rules.ts'

/** Why an order cannot be sent right now, in the order in which the server would refuse it. */
export type OrderObstacle =
  | 'offline'
  | 'disabled'
  | 'closed'
  | 'closing'
  | 'stale'
  | 'no-rule'
  | AmountFault
  | 'too-small'
  | 'too-large'
  | 'own-limit'
  | 'balance'

export interface OrderSituation {
  online: boolean
  /** None as long as the product is not known. */
  status: ProductStatus | undefined
  /** Age of the newest price by the service clock, ms; null when unknown. */
  priceAgeMs: number | null
  rule: GameRule | undefined
  /** Micro-USDT, or why the field holds none. */
  stake: bigint | AmountFault
  /** The largest stake the user allows themselves; null: none, or not known. */
  ownMaxMicros: bigint | null
  /** Null for guests, whose balance nobody knows. */
  availableMicros: bigint | null
  /** When the market closes next; null: never. */
  closesInMs: number | null
}

/** The first reason against the order, or null. The server checks all of it again. */
export function obstacleOf(situation: OrderSituation): OrderObstacle | null {
  const { online, status, rule, stake } = situation
  if (!online) return 'offline'
  if (status === 'disabled') return 'disabled'
  if (status === 'closed') return 'closed'
  if (closesTooEarly(situation)) return 'closing'
  if (status === undefined || status === 'stale' || isTooOld(situation)) return 'stale'
  if (rule === undefined) return 'no-rule'
  const { availableMicros, ownMaxMicros } = situation
  // No amount would do: that is said before what was typed is judged.
  if (availableMicros !== null && availableMicros < boundsOf(rule).minMicros) return 'balance'
  return typeof stake === 'string' ? stake : stakeObstacle(stake, rule, { availableMicros, ownMaxMicros })
}

/** A close that is past was told before this session began: when this one ends only the server knows. */
function closesTooEarly({ closesInMs, rule }: OrderSituation): boolean {
  if (closesInMs === null || closesInMs <= 0 || rule === undefined) return false
  return closesInMs < rule.durationSeconds * 1000
}

function isTooOld({ priceAgeMs, rule }: OrderSituation): boolean {
  return priceAgeMs !== null && rule !== undefined && priceAgeMs > rule.staleMs
}

function stakeObstacle(
  stakeMicros: bigint,
  rule: GameRule,
  { availableMicros, ownMaxMicros }: Pick<OrderSituation, 'availableMicros' | 'ownMaxMicros'>,
): OrderObstacle | null {
  const { minMicros, maxMicros } = boundsOf(rule)
  if (stakeMicros < minMicros) return 'too-small'
  if (stakeMicros > maxMicros) return 'too-large'
  if (ownMaxMicros !== null && stakeMicros > ownMaxMicros) return 'own-limit'
  return availableMicros !== null && stakeMicros > availableMicros ? 'balance' : null
}
