import { BPS_PER_ONE, formatMicros } from '@truestrike/core/money.ts'
import { DAY_MS } from '@truestrike/core/utc-day.ts'
import type { Dashboard } from '@truestrike/protocol/dashboard-endpoints.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { keepASecond } from '../platform/keep-a-second.ts'
import {
  type CompletedSums,
  countOrders,
  HALF_HOUR_MS,
  lastDelayMs,
  listOrders,
  type OrdersOfHalfHour,
  sumCompleted,
} from './figures.store.ts'

/** A day of half hours, the present one among them: it never begins after midnight. */
const HALF_HOURS = 48

export type TradingFigures = Pick<Dashboard, 'orders' | 'house' | 'ordersOverTime'> & {
  lastDelayMs: number | null
}
export type FiguresService = ReturnType<typeof createFiguresService>

/** Orders and results of a book; a day begins at midnight UTC. */
export function createFiguresService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    read: keepASecond<Dashboard['book'], TradingFigures>(clock, async (book) => {
      const nowMs = clock.nowMs()
      const midnightMs = nowMs - (nowMs % DAY_MS)
      const firstHalfHour = Math.floor(nowMs / HALF_HOUR_MS) - HALF_HOURS + 1
      const [orders, yesterdayByNow, completed, delayMs] = await Promise.all([
        listOrders(db, book, firstHalfHour),
        countOrders(db, { book, fromMs: midnightMs - DAY_MS, toMs: nowMs - DAY_MS }),
        sumCompleted(db, book, midnightMs),
        lastDelayMs(db, book),
      ])
      const ordersOverTime = halfHoursOf(orders, firstHalfHour)
      const today = ordersOverTime
        .filter(({ fromMs }) => fromMs >= midnightMs)
        .reduce((count, { up, down }) => count + up + down, 0)
      return {
        ...{ orders: { today, yesterdayByNow }, ordersOverTime },
        ...{ house: houseResult(completed), lastDelayMs: delayMs },
      }
    }),
  }
}

function halfHoursOf(orders: readonly OrdersOfHalfHour[], first: number): Dashboard['ordersOverTime'] {
  const byHalfHour = new Map(orders.map((row) => [Number(row.halfHour), row]))
  return Array.from({ length: HALF_HOURS }, (_, at) => {
    const row = byHalfHour.get(first + at)
    return { fromMs: (first + at) * HALF_HOUR_MS, up: Number(row?.up ?? 0n), down: Number(row?.down ?? 0n) }
  })
}

/** What users lost less what they won; no deposit, withdrawal or fee is among it. */
function houseResult({ contracts, stakeMicros, profitMicros }: CompletedSums): Dashboard['house'] {
  return {
    contracts: Number(contracts),
    stake: formatMicros(stakeMicros),
    result: formatMicros(-profitMicros),
    shareBps: stakeMicros === 0n ? null : Number((-profitMicros * BPS_PER_ONE) / stakeMicros),
  }
}
