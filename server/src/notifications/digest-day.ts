import { DAY_MS } from '@truestrike/core/utc-day.ts'

/** When the daily mail goes, UTC. */
const HOUR_MS = 8 * 3_600_000

/** The day of the newest daily mail there could be: days since 1970, each from the hour of the mail on. */
export const digestDay = (nowMs: number): number => Math.floor((nowMs - HOUR_MS) / DAY_MS)

/** When the mail of a day goes. */
export const digestMs = (day: number): number => day * DAY_MS + HOUR_MS
