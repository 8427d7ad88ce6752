import { formatMicros } from '@truestrike/core/money.ts'
import type { CancelEffect } from '@truestrike/protocol/month-endpoints.ts'
import { microsOf } from '../../lib/money-format.ts'

const micros = (amount: string): bigint => microsOf(amount) ?? 0n

/** What cancelling meant for the house, as an amount: what it did not have to pay less what it did not get to keep. */
export function houseEffect({ paid, kept }: CancelEffect): string {
  return formatMicros(micros(paid) - micros(kept))
}

/** Between which two amounts the effect of those lies that nobody can value: all stakes kept, all profits paid. */
export function unknownRange({ unknown }: CancelEffect): { low: string; high: string } {
  return { low: formatMicros(-micros(unknown.stake)), high: formatMicros(micros(unknown.profit)) }
}

/** Whether every contract in it is one that nobody can value. */
export function isUnknown({ contracts, unknown }: CancelEffect): boolean {
  return contracts > 0 && contracts === unknown.contracts
}
