import { formatMicros, parseMicros } from '@truestrike/core/money.ts'
import type { BookLimits, OwnLimits } from '@truestrike/protocol/limits-endpoints.ts'
import type { Book } from '@truestrike/protocol/scalars.ts'
import type { ExclusionsService } from '../accounts/exclusions.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { RequestInfo, UserPrincipal } from '../platform/route.ts'
import { changeLimit } from './change-limit.ts'
import {
  applyDueLimits,
  getDayResults,
  getOwnLimitRows,
  type KeptLimit,
  type OwnLimitsRow,
  putOwnLimits,
} from './own-limits.store.ts'

const DAY_MS = 86_400_000

interface Parts {
  db: Db
  clock: Clock
  ledger: Pick<LedgerService, 'lockBalances'>
  exclusions: ExclusionsService
  hurryMails(): void
}

/**
 * What a user limits himself to. Orders are held against it by the call that accepts them, under the lock of the user's
 * balances; what is tightened here takes the same lock, so that no order accepted after the answer is beyond it.
 */
export function createOwnLimitsService({ db, clock, ledger, exclusions, hurryMails }: Parts) {
  async function read(userId: bigint): Promise<OwnLimits> {
    const nowMs = clock.nowMs()
    await applyDueLimits(db, nowMs, userId)
    const [rows, results, excludedUntilMs] = await Promise.all([
      getOwnLimitRows(db, userId),
      getDayResults(db, userId, nowMs),
      exclusions.getUntil(db, userId, nowMs),
    ])
    return {
      demo: bookLimits(rows.demo, results.demo),
      real: bookLimits(rows.real, results.real),
      excludedUntilMs,
      dayEndsMs: nowMs - (nowMs % DAY_MS) + DAY_MS,
    }
  }

  return {
    get: read,

    /** A limit that is not named stays, with what waits for it. Errors: INVALID_PARAMETERS naming the field. */
    async set(
      userId: bigint,
      form: { book: Book; maxStake?: string | null; dailyLoss?: string | null },
    ): Promise<OwnLimits> {
      const asked = {
        stake: parseLimit(form.maxStake, 'maxStake'),
        daily: parseLimit(form.dailyLoss, 'dailyLoss'),
      }
      await db.tx(async (sql) => {
        await ledger.lockBalances(sql, userId)
        const nowMs = clock.nowMs()
        await applyDueLimits(sql, nowMs, userId)
        const at = { nowMs, speed: clock.speed }
        const { stake, daily } = (await getOwnLimitRows(sql, userId))[form.book]
        await putOwnLimits(sql, userId, form.book, {
          stake: asked.stake === undefined ? stake : changeLimit(stake, asked.stake, at),
          daily: asked.daily === undefined ? daily : changeLimit(daily, asked.daily, at),
        })
      })
      return await read(userId)
    },

    /** Takes no orders of the user for so many days of real time; what lasts longer already stays. Errors: PROOF_REQUIRED. */
    async exclude(user: UserPrincipal, days: number, request: RequestInfo): Promise<OwnLimits> {
      await db.tx(async (sql) => {
        await ledger.lockBalances(sql, user.userId)
        await exclusions.extend(sql, user, days, request)
      })
      hurryMails()
      return await read(user.userId)
    },

    applyDue: (): Promise<void> => applyDueLimits(db, clock.nowMs(), null),
  }
}

function parseLimit(text: string | null | undefined, field: string): bigint | null | undefined {
  if (text === null || text === undefined) return text
  const parsed = parseMicros(text)
  if (!parsed.ok || parsed.value < 0n) {
    throw new AppError('INVALID_PARAMETERS', { fields: [{ field, rule: 'minimum' }] })
  }
  return parsed.value
}

function bookLimits({ stake, daily }: OwnLimitsRow, result: bigint): BookLimits {
  return {
    maxStake: limitText(stake.micros),
    nextMaxStake: nextText(stake.next),
    dailyLoss: limitText(daily.micros),
    nextDailyLoss: nextText(daily.next),
    lostToday: formatMicros(result < 0n ? -result : 0n),
  }
}

const limitText = (micros: bigint | null): string | null => (micros === null ? null : formatMicros(micros))
const nextText = (next: KeptLimit['next']) =>
  next === null ? null : { limit: limitText(next.micros), fromMs: next.fromMs }
