import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Amount, Book, Nothing, TimeMs } from './scalars.ts'

/** USDT; null: no limit. */
const Limit = Type.Union([Amount, Type.Null()])
/** A looser limit, or none, and from when on it counts; null: none is waiting. */
const NextLimit = Type.Union([Type.Object({ limit: Limit, fromMs: TimeMs }), Type.Null()])

export const BookLimits = Type.Object({
  /** The largest stake of one contract. */
  maxStake: Limit,
  nextMaxStake: NextLimit,
  /** How much one UTC day may lose; open stakes count as lost, wins are counted against losses. */
  dailyLoss: Limit,
  nextDailyLoss: NextLimit,
  /** What counts against it today so far, never negative. */
  lostToday: Amount,
})
export type BookLimits = Type.Static<typeof BookLimits>

export const OwnLimits = Type.Object({
  demo: BookLimits,
  real: BookLimits,
  /** No order of either book is taken until then; null: not excluded. */
  excludedUntilMs: Type.Union([TimeMs, Type.Null()]),
  /** When the day of the daily loss ends. */
  dayEndsMs: TimeMs,
})
export type OwnLimits = Type.Static<typeof OwnLimits>

export const getOwnLimits = endpoint({
  method: 'GET',
  path: '/api/account/limits',
  audience: 'user',
  data: OwnLimits,
})

/**
 * Limits of a book; one that is left out stays as it is, also what waits for it, so that an older page undoes nothing of a
 * newer one. A tighter one counts at once; a looser one after 24 hours, until when the old one stays. The one that counts,
 * asked for again, takes back the looser one that waits.
 */
export const setOwnLimits = endpoint({
  method: 'POST',
  path: '/api/account/limits',
  audience: 'user',
  body: Type.Object(
    { book: Book, maxStake: Type.Optional(Limit), dailyLoss: Type.Optional(Limit) },
    { additionalProperties: false },
  ),
  data: OwnLimits,
})

/** A break of up to so many days is a cool-off, a longer one self-exclusion. */
export const COOL_OFF_DAYS_MAX = 30

/**
 * Takes no more orders of the caller for so many days, in both books. Open contracts run on. It can be made longer, and
 * never shorter. The owner is told. Refusals: PROOF_REQUIRED, of more than a cool-off.
 */
export const excludeMyself = endpoint({
  method: 'POST',
  path: '/api/account/limits/exclude',
  audience: 'user',
  body: Type.Object(
    {
      days: Type.Union([
        Type.Literal(1),
        Type.Literal(7),
        Type.Literal(30),
        Type.Literal(180),
        Type.Literal(365),
        Type.Literal(1_825),
      ]),
    },
    { additionalProperties: false },
  ),
  data: OwnLimits,
})

/**
 * Brings the practice balance back to what a new user has, by a transfer. The same `requestId` acts once. Refusals:
 * RESET_CONTRACTS_OPEN, RESETS_USED_UP (five in 24 hours), IDEMPOTENCY_MISMATCH.
 */
export const resetDemoBalance = endpoint({
  method: 'POST',
  path: '/api/account/demo-reset',
  audience: 'user',
  body: Type.Object(
    { requestId: Type.String({ pattern: '^[A-Za-z0-9_-]{8,64}$', maxLength: 64 }) },
    { additionalProperties: false },
  ),
  data: Nothing,
})
