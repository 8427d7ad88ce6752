import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { AttemptCounts, LoginAttempt } from './login-attempts.store.ts'
import {
  countAttempts,
  deleteAttempt,
  deleteAttemptsBefore,
  deleteOwnAttempts,
  insertAttempt,
  lockAttempts,
} from './login-attempts.store.ts'

const WINDOW_MS = 15 * 60_000
const FAILURES_MAX = 10
const DELAY_FIRST_MS = 250
const DELAY_MAX_MS = 4_000
/** Callers held back at the same time; beyond it they are sent away instead, but for known devices: others hold those places. */
const HELD_BACK_MAX = 500
const BUSY_RETRY_SECONDS = 5

export type LoginThrottle = ReturnType<typeof createLoginThrottle>

/** A sign-in under way: counts as failed until it is taken back. */
export interface EnteredAttempt extends LoginAttempt {
  attemptId: bigint
  /** If it fails, the account is locked at this address. */
  isLast: boolean
}

/**
 * Guards sign-in against guessing. Ten failures of an account or from an address in 15 minutes (real time) slow the
 * next ones down; ten of one account from one address lock this pair until the oldest of them is 15 minutes old. A
 * device its owner has signed in from is never locked and hears nothing of what others fail: only its own failures
 * slow it down.
 */
export function createLoginThrottle({ db, clock }: { db: Db; clock: Clock }) {
  const windowMs = WINDOW_MS * clock.speed
  let heldBack = 0

  async function holdBack(delayMs: number, isKnown: boolean): Promise<void> {
    if (delayMs === 0) return
    if (heldBack >= HELD_BACK_MAX && !isKnown)
      throw new AppError('TOO_MANY_REQUESTS', undefined, BUSY_RETRY_SECONDS)
    heldBack += 1
    await new Promise<void>((resolve) => clock.after(delayMs, resolve))
    heldBack -= 1
  }

  return {
    /** Counts the attempt, waits if need be. Errors: ACCOUNT_LOCKED with Retry-After. */
    async enter(attempt: LoginAttempt): Promise<EnteredAttempt> {
      const entered = await db.tx(async (sql) => {
        await lockAttempts(sql, attempt)
        const counts = await countAttempts(sql, attempt, {
          sinceMs: Math.floor(attempt.atMs - windowMs),
          lengthMs: Math.floor(windowMs),
          pairMax: FAILURES_MAX,
        })
        if (attempt.deviceSha256 === null && counts.pairFreeAtMs !== null) {
          throw locked((counts.pairFreeAtMs - attempt.atMs) / clock.speed)
        }
        return {
          attemptId: await insertAttempt(sql, attempt),
          delayMs: delayFor(attempt, counts),
          isLast: attempt.deviceSha256 === null && counts.pair === FAILURES_MAX - 1,
        }
      })
      try {
        await holdBack(entered.delayMs, attempt.deviceSha256 !== null)
      } catch (error) {
        await deleteAttempt(db, entered.attemptId)
        throw error
      }
      return { ...attempt, attemptId: entered.attemptId, isLast: entered.isLast }
    },
    /** The password was right: the caller's own failures are forgotten. */
    async succeed(attempt: EnteredAttempt): Promise<void> {
      await deleteOwnAttempts(db, attempt)
    },
    /** Nothing was decided (the server was busy): not a failure. */
    async withdraw(attempt: EnteredAttempt): Promise<void> {
      await deleteAttempt(db, attempt.attemptId)
    },
    async prune(): Promise<void> {
      await deleteAttemptsBefore(db, Math.floor(clock.nowMs() - windowMs))
    },
  }
}

function delayFor(attempt: LoginAttempt, counts: AttemptCounts): number {
  const failures = attempt.deviceSha256 === null ? Math.max(counts.account, counts.address) : counts.device
  if (failures < FAILURES_MAX) return 0
  return Math.min(DELAY_MAX_MS, DELAY_FIRST_MS * 2 ** (failures - FAILURES_MAX))
}

function locked(remainingMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(remainingMs / 1000))
  return new AppError('ACCOUNT_LOCKED', { retryAfterSeconds: seconds }, seconds)
}
