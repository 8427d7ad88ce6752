import { formatMicros, winProfit } from '@truestrike/core/money.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { compareDecimals } from './decimal-text.ts'
import { microsOf } from './money-format.ts'

export type ContractPhase = 'opening' | 'running' | 'waiting' | 'completed' | 'cancelled'

/** What the screens show: a pending contract past its expiry waits, whatever the last message said. */
export function phaseOf(contract: Contract, nowMs: number): ContractPhase {
  if (contract.state === 'completed' || contract.state === 'cancelled') return contract.state
  if (contract.state === 'settling' || nowMs >= contract.expiresAtMs) return 'waiting'
  return contract.openingPrice === null ? 'opening' : 'running'
}

/**
 * Signed profit in USDT if the contract closed at this price; null while one of the prices is missing.
 * Not a result: the closing price may be an average over the rule's window.
 */
export function profitIfEndsNow(contract: Contract, price: string | null | undefined): string | null {
  const stakeMicros = microsOf(contract.stake)
  if (contract.openingPrice === null || !price || stakeMicros === null) return null
  const side = compareDecimals(price, contract.openingPrice)
  if (side === 0) return '0'
  const won = side > 0 === (contract.direction === 'up')
  return formatMicros(won ? winProfit(stakeMicros, contract.payoutBps) : -stakeMicros)
}

/** Share of the contract's time that is left, 0 to 1. */
export function leftFraction(contract: Contract, nowMs: number): number {
  const wholeMs = contract.expiresAtMs - contract.acceptedAtMs
  return wholeMs <= 0 ? 0 : Math.min(1, Math.max(0, (contract.expiresAtMs - nowMs) / wholeMs))
}

/** When the next of these contracts ends, or null. */
export function nextExpiryMs(contracts: readonly Contract[], nowMs: number): number | null {
  const ahead = contracts.map((contract) => contract.expiresAtMs).filter((timeMs) => timeMs > nowMs)
  return ahead.length === 0 ? null : Math.min(...ahead)
}
