import type { Sql } from '../platform/db.ts'
import type { VoidToEnter } from './draft-entries.ts'

/** A void that two administrators agreed on and that waits for its entry. */
interface ConfirmedVoid {
  id: bigint
  productId: number
  fromMs: number
  toMs: number
  /** Of the service clock: its entry has a later time, so that who had won by then has won. */
  confirmedMs: number
  /** Shown to everybody. */
  reason: string
}

/** With what its entry will say of contracts. */
export type MeasuredVoid = ConfirmedVoid & VoidToEnter

export type EnteredVoid = MeasuredVoid & { seq: number; timeMs: number }

/** Published once a void is confirmed. It may be lost: the log's writer looks by itself as well. */
export const VOIDS_SUBJECT = 'market.voids'

/** Whoever knows of voids and contracts, as the log's writer knows it. */
export interface VoidSource {
  /** Those that wait, oldest first. */
  listConfirmed(productIds: readonly number[]): Promise<ConfirmedVoid[]>
  /** By the log before the entry that will have this number and time; null: not yet, ask again. */
  measure(
    voided: ConfirmedVoid,
    at: { seq: number; timeMs: number },
  ): Promise<Pick<VoidToEnter, 'contractCount' | 'houseEffectMicros'> | null>
  /** In the transaction that appends the entry; throws an error `isFenced` knows when it is entered already. */
  enter(sql: Sql, entered: EnteredVoid): Promise<void>
}

/** Nobody voids anything. */
export const NO_VOIDS: VoidSource = {
  listConfirmed: async () => [],
  measure: async () => null,
  enter: async () => {},
}
