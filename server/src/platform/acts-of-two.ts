import type { Permission } from '@truestrike/protocol/permissions.ts'
import { AppError } from './app-error.ts'
import type { Sql } from './db.ts'

/** Whether there is another administrator for an act of two; when not, from when on, ms of the service clock; null: there is none. */
export interface Another {
  available: boolean
  fromMs: number | null
}

/** From when on those agree who do not yet. */
export type Waits = ReadonlyMap<bigint, number>

/**
 * Who there is, for acts that take two administrators. Who is new, or was let in anew or given more by another one, is neither
 * of the two for a day.
 */
export interface ActsOfTwo {
  /** For one who would begin such an act: somebody else who has all of the permissions and is not disabled. */
  anotherFor(adminId: bigint, permissions: readonly Permission[]): Promise<Another>
  waitsOf(ids: readonly bigint[]): Promise<Waits>
  /**
   * Who wanted it and who agrees now; nobody changes them until the transaction ends. Errors: PROPOSER_GONE when the first has
   * to have the permission still and has not, SECOND_ADMIN_TOO_NEW.
   */
  admitTwo(sql: Sql, first: bigint, second: bigint, permission: Permission | null): Promise<void>
  /** Whether he may do it still: he is neither disabled nor of another role. Stays so until the transaction ends. */
  mayStill(sql: Sql, adminId: bigint, permission: Permission): Promise<boolean>
  namesOf(ids: readonly bigint[]): Promise<ReadonlyMap<bigint, string>>
}

/** Errors: SECOND_ADMIN_REQUIRED; SECOND_ADMIN_TOO_NEW with `fromMs`. */
export function refuseAlone({ available, fromMs }: Another): void {
  if (available) return
  throw fromMs === null ? new AppError('SECOND_ADMIN_REQUIRED') : tooNew(fromMs)
}

/** From when on both agree; null: now. */
export function bothFromMs(waits: Waits, first: bigint, second: bigint): number | null {
  const fromMs = Math.max(waits.get(first) ?? 0, waits.get(second) ?? 0)
  return fromMs === 0 ? null : fromMs
}

export const tooNew = (fromMs: number): AppError => new AppError('SECOND_ADMIN_TOO_NEW', { fromMs })
