import { encodeBase64url } from '@truestrike/core/base64url.ts'
import { DAY_MS, formatDay, parseDay } from '@truestrike/core/utc-day.ts'
import type { SimulatedDay } from '@truestrike/protocol/market-endpoints.ts'
import { AppError } from '../platform/app-error.ts'
import type { Db } from '../platform/db.ts'
import type { LiveProduct } from './live-product.ts'
import { headsOf } from './log.store.ts'
import { listSimDaysFrom, type SimDay } from './sim-days.store.ts'

const DAYS_PER_PAGE = 30

export interface DaysQuery {
  symbol: string
  fromDay?: string | undefined
  limit?: number | undefined
}

/** Days of a simulated product as they go over the wire. */
export async function readDayPage(db: Db, product: LiveProduct, query: DaysQuery, nowMs: number) {
  const { id, symbol, outlierBps } = product.record
  const limit = query.limit ?? DAYS_PER_PAGE
  const fromDay = query.fromDay === undefined ? null : dayOf(query.fromDay)
  const head = (await headsOf(db, [id])).get(id)
  const days = await listSimDaysFrom(db, { productId: id, fromDay, limit })
  const last = days.at(-1)
  // What the log has not passed yet may still decide contracts, whatever the clock says, and the other way round.
  const passedMs = Math.min(nowMs, (head?.watermarkMs ?? 0) + 1)
  return {
    symbol,
    outlierBps,
    days: days.map((day) => publicFormOf(day, passedMs)),
    nextDay: fromDay !== null && last !== undefined && days.length === limit ? formatDay(last.day + 1) : null,
  }
}

/** Days since 1970-01-01 of a day as text; `INVALID_PARAMETERS` for one the calendar does not have. */
export function dayOf(text: string, field = 'fromDay'): number {
  const day = parseDay(text)
  if (!day.ok) throw new AppError('INVALID_PARAMETERS', { fields: [{ field, rule: 'date' }] })
  return day.value
}

/** The start of a day is the price at which the day before ends: it is told with the day's first moment. */
function publicFormOf(day: SimDay, passedMs: number): SimulatedDay {
  const startMs = day.day * DAY_MS
  return {
    day: formatDay(day.day),
    precision: day.precision,
    profile: { ...day.profile, rhythm: [...day.profile.rhythm] },
    commitment: encodeBase64url(day.commitment),
    committedMs: day.committedMs,
    masterSeed: day.masterSeed,
    keyId: day.signed?.keyId ?? null,
    signature: day.signed === null ? null : encodeBase64url(day.signed.signature),
    start: passedMs >= startMs ? { ...day.start } : null,
    seed: passedMs >= startMs + DAY_MS && day.seed !== null ? encodeBase64url(day.seed) : null,
  }
}
