import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { useConnections } from './connection-store.ts'
import { formatHours } from './duration-format.ts'
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

/** `05:45` → `5:45`, `3:59:37` → `3h59`, `215:59:59` → `215h`, with the language's letter for hours; for small rings. */
export function shortCountdown(text: string): string {
  const [minutes, hours] = text.split(':').reverse().slice(1)
  if (hours === undefined) return text.replace(/^0/, '')
  // Isolated, so that minutes follow the hours in the direction of their letter.
  return `\u2068${formatHours(+hours)}${hours.length > 2 ? '' : minutes}\u2069`
}
