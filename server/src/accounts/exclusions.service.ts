import type { Sql } from '../platform/db.ts'
import { extendExclusion, getExclusion } from './exclusions.store.ts'

export type ExclusionsService = ReturnType<typeof createExclusionsService>

/** What users exclude themselves from: orders of both books, until a time. */
export function createExclusionsService() {
  return {
    /** Until when, in ms; null when never, or over at `nowMs`. */
    async getUntil(sql: Sql, userId: bigint, nowMs: number): Promise<number | null> {
      const untilMs = await getExclusion(sql, userId)
      return untilMs !== null && Number(untilMs) > nowMs ? Number(untilMs) : null
    },
    /** Makes it last at least so long; one that lasts longer stays as it is. In the caller's transaction. */
    extendTo: extendExclusion,
  }
}
