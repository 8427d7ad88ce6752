import { formatMicros } from '@truestrike/core/money.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { microsOf } from '../../lib/money-format.ts'
import { dayStartMs } from '../../lib/own-days.ts'

interface Day {
  startMs: number
  contracts: Contract[]
  /** Null while some of the day's contracts may not have been loaded: a part of a sum is a wrong sum. */
  profit: string | null
}

export function sumOf(amounts: readonly (string | null)[]): string {
  return formatMicros(amounts.reduce((sum, amount) => sum + (microsOf(amount) ?? 0n), 0n))
}

/** Contracts, newest first, by the days they were bought on. `whole`: there are no further ones. */
export function daysOf(contracts: readonly Contract[], whole: boolean): Day[] {
  const days: Day[] = []
  for (const contract of contracts) {
    const startMs = dayStartMs(contract.acceptedAtMs)
    const day = days.at(-1)
    if (day?.startMs === startMs) day.contracts.push(contract)
    else days.push({ startMs, contracts: [contract], profit: null })
  }
  for (const [index, day] of days.entries()) {
    // What has not been loaded is older than all that has: it may belong to the last day.
    if (whole || index < days.length - 1) day.profit = sumOf(day.contracts.map((contract) => contract.profit))
  }
  return days
}
