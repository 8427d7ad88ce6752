import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { useConnections } from './connection-store.ts'
import { useTicker } from './live-prices.ts'
import { type ContractPhase, leftFraction, phaseOf, profitIfEndsNow } from './live-result.ts'
import { formatMoneySigned, MISSING, toneOf } from './money-format.ts'
import { formatCountdown } from './time-format.ts'

export interface LiveContract {
  phase: ContractPhase
  /** Prices do not come: figures made of them are not shown. */
  paused: boolean
  price: string | null
  profit: string | null
  profitText: string
  profitTone: 'gain' | 'loss' | undefined
  leftText: string
  /** Share of the time left, 0 to 1. */
  fraction: number
}

/** What a contract shows at this moment of the service clock. */
export function useLiveContract(contract: Contract, nowMs: number): LiveContract {
  const ticker = useTicker(contract.symbol)
  const { phase: connection } = useConnections((connections) => connections.trade)
  const phase = phaseOf(contract, nowMs)
  const lost = connection === 'retrying' || connection === 'stopped'
  const paused = lost || ticker === undefined || ticker.status === 'stale'
  const price = paused ? null : ticker.price
  const profit = phase === 'running' ? profitIfEndsNow(contract, price) : null
  return {
    phase,
    paused,
    price,
    profit,
    profitText: profit === null ? MISSING : formatMoneySigned(profit),
    profitTone: toneOf(profit),
    leftText: formatCountdown(contract.expiresAtMs - nowMs),
    fraction: leftFraction(contract, nowMs),
  }
}

/** `05:45` → `5:45`, `3:59:37` → `3h59`, `1d 02:03:04` → `1d02`, for small rings. */
export function shortCountdown(text: string): string {
  return text
    .replace(/^(\d+d) (\d\d):.+/, '$1$2')
    .replace(/^(\d+):(\d\d):\d\d$/, '$1h$2')
    .replace(/^0(?=\d)/, '')
}
