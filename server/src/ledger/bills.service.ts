import { formatMicros } from '@truestrike/core/money.ts'
import { DAY_MS } from '@truestrike/core/utc-day.ts'
import type { Bill, WalletOverview } from '@truestrike/protocol/bill-endpoints.ts'
import type { Locale } from '@truestrike/protocol/messages/locales.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Download } from '../platform/http-download.ts'
import type { ListExports } from '../platform/list-exports.ts'
import { listBalanceDays, sumResets } from './balance-days.store.ts'
import { type Book, listBalances } from './balances.store.ts'
import { type BillFilter, type BillRow, listBills, sumCompletedBills } from './bills.store.ts'
import { closingBalances } from './closing-balances.ts'
import { billsExport } from './export-bills.ts'

const PAGE_DEFAULT = 20
const RECENT_MAX = 5
const DAYS_DEFAULT = 30

export type BillsQuery = Omit<BillFilter, 'userId' | 'after' | 'limit'> & {
  cursor?: string | undefined
  limit?: number | undefined
}

export type BillsService = ReturnType<typeof createBillsService>

/** What a user is shown of his money. */
export function createBillsService({ db, clock, exports }: { db: Db; clock: Clock; exports: ListExports }) {
  return {
    /** One page, newest first; `nextCursor` null on the last. A cursor that is none: `INVALID_PARAMETERS`. */
    async listBills(userId: bigint, query: BillsQuery) {
      const { cursor, limit = PAGE_DEFAULT, ...filter } = query
      const after = cursor === undefined ? undefined : parseCursor(cursor)
      const rows = await listBills(db, { ...filter, userId, after, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      return {
        bills: page.map(toWireBill),
        nextCursor: rows.length > limit && last !== undefined ? `${last.createdMs}-${last.id}` : null,
      }
    },

    /** The same filters, all of them as a file of CSV. */
    exportBills: (
      userId: bigint,
      filter: Omit<BillFilter, 'userId' | 'after' | 'limit'>,
      locale: Locale,
    ): Download => exports.file(billsExport, { filter: { ...filter, userId }, locale }, clock.nowMs()),

    /** A book of a user at the end of each of the last days (UTC). */
    async getBalanceDays(userId: bigint, book: Book, days = DAYS_DEFAULT) {
      const today = Math.floor(clock.nowMs() / DAY_MS)
      const sinceMs = (today - days + 1) * DAY_MS
      const rows = await listBalanceDays(db, { userId, book, sinceMs })
      return {
        days: closingBalances(rows, today, days).map(({ day, micros }) => ({
          dayMs: day * DAY_MS,
          closing: formatMicros(micros),
        })),
      }
    },

    /** A book of a user: its accounts, what contracts brought in 24 hours, the newest bills. */
    async getWallet(userId: bigint, book: Book): Promise<WalletOverview> {
      const sinceMs = Math.floor(clock.nowMs() - DAY_MS * clock.speed)
      const [balances, { resultMicros, otherMicros }, resetMicros, recent] = await Promise.all([
        listBalances(db, [userId]),
        sumCompletedBills(db, { userId, book, sinceMs }),
        sumResets(db, { userId, book, sinceMs }),
        listBills(db, { userId, book, limit: RECENT_MAX }),
      ])
      const own = balances.find((row) => row.book === book)
      const parts = [own?.availableMicros ?? 0n, own?.inPositionMicros ?? 0n, own?.frozenMicros ?? 0n]
      const [availableMicros = 0n, inPositionMicros = 0n, frozenMicros = 0n] = parts
      const totalMicros = availableMicros + inPositionMicros + frozenMicros
      // What came and went is no result: what contracts brought is held against what was there, or, if nothing was, against that.
      const beforeMicros = totalMicros - resultMicros - otherMicros - resetMicros
      return {
        total: formatMicros(totalMicros),
        available: formatMicros(availableMicros),
        inPosition: formatMicros(inPositionMicros),
        frozen: formatMicros(frozenMicros),
        change: formatMicros(resultMicros),
        changeBps: shareBps(resultMicros, beforeMicros > 0n ? beforeMicros : totalMicros - resultMicros),
        recent: recent.map(toWireBill),
      }
    },
  }
}

/** Basis points, towards zero; null when there was nothing to change. */
function shareBps(part: bigint, whole: bigint): number | null {
  return whole <= 0n ? null : Number((part * 10_000n) / whole)
}

function toWireBill(row: BillRow): Bill {
  return {
    id: row.id.toString(),
    type: row.type,
    status: row.status,
    amount: formatMicros(row.amountMicros),
    symbol: row.symbol,
    method: row.method,
    remark: row.remark,
    ref: row.ref,
    reference: row.reference,
    createdMs: Number(row.createdMs),
    completedMs: row.completedMs === null ? null : Number(row.completedMs),
  }
}

const CURSOR = /^([0-9]{1,15})-([0-9]{1,18})$/

function parseCursor(text: string): { createdMs: bigint; id: bigint } {
  const [, createdMs, id] = CURSOR.exec(text) ?? []
  if (createdMs === undefined || id === undefined) {
    throw new AppError('INVALID_PARAMETERS', { fields: [{ field: 'cursor', rule: 'pattern' }] })
  }
  return { createdMs: BigInt(createdMs), id: BigInt(id) }
}
