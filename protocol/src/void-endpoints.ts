import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { CancelEffect } from './month-endpoints.ts'
import { Amount, Book, Id, PairSymbol, Remark, Seq, TimeMs, Version } from './scalars.ts'
import { SHOWN_LINE } from './text-rules.ts'

// Of the back office: the void of a product for an interval, the only act of the operator that touches contracts. One
// administrator proposes it, another one confirms; none of them names a contract or a user.

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Count = Type.Integer({ minimum: 0 })
const params = Type.Object({ id: Id })

/** Both ends are void, and both lie in the past (VOID_INTERVAL_INVALID). */
const interval = { symbol: PairSymbol, fromMs: TimeMs, toMs: TimeMs }

const VoidPreview = Type.Object({
  /** What the entry would say if it were written now. */
  contracts: Count,
  houseEffect: Amount,
  /** Both books; `profit` is what the open ones can win. Wins are not among them: they stay. */
  books: Type.Array(
    Type.Object({
      book: Book,
      open: Type.Object({ contracts: Count, stake: Amount, profit: Amount }),
      lost: Type.Object({ contracts: Count, stake: Amount }),
      /** Of open contracts nobody knows how they would end. */
      effect: CancelEffect,
    }),
  ),
})
export type VoidPreview = Type.Static<typeof VoidPreview>

const Administrator = Type.Object({ username: Type.String(), isMe: Type.Boolean() })

export const ProductVoid = Type.Object({
  id: Id,
  ...interval,
  /** Shown to everybody. */
  reason: Type.String(),
  /**
   * `proposed`, until another administrator confirms or refuses it, its own withdraws it, or it is `expired`; `confirmed`,
   * until it stands in the log; `entered`, while stakes are returned; `done`.
   */
  state: Type.Union([
    Type.Literal('proposed'),
    Type.Literal('expired'),
    Type.Literal('withdrawn'),
    Type.Literal('refused'),
    Type.Literal('confirmed'),
    Type.Literal('entered'),
    Type.Literal('done'),
  ]),
  version: Type.Integer(),
  proposedBy: Administrator,
  proposedMs: TimeMs,
  expiresMs: TimeMs,
  decidedBy: Nullable(Administrator),
  decidedMs: Nullable(TimeMs),
  /** Whether the caller can only refuse it before: he or who proposed it is new, or was changed by another one. */
  confirmFromMs: Nullable(TimeMs),
  /** Why it was refused. */
  remark: Nullable(Type.String()),
  /** As it stands in the public log. */
  entry: Nullable(Type.Object({ seq: Seq, timeMs: TimeMs, contracts: Count, houseEffect: Amount })),
  /** When the last stake was returned. */
  returnedMs: Nullable(TimeMs),
})
export type ProductVoid = Type.Static<typeof ProductVoid>

const OneVoid = Type.Object({ void: ProductVoid })

/** Newest first, or those not over (`open`), oldest first. `available`: false with one administrator only. */
export const listVoids = endpoint({
  method: 'GET',
  path: '/api/admin/voids',
  audience: 'admin',
  permission: 'voids:read',
  query: Type.Object({
    which: Type.Union([Type.Literal('open'), Type.Literal('all')]),
    /** Of one product alone (PRODUCT_NOT_FOUND). */
    symbol: Type.Optional(PairSymbol),
    cursor: Type.Optional(Id),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  }),
  data: Type.Object({
    available: Type.Boolean(),
    /** When one of the two is new or was changed by another one: from when on it can be proposed. */
    availableFromMs: Nullable(TimeMs),
    voids: Type.Array(ProductVoid),
    nextCursor: Nullable(Id),
  }),
})

/** What a void would give back now. Changes nothing. 503 SERVICE_UNAVAILABLE while settlement is too far behind to count. */
export const previewVoid = endpoint({
  method: 'GET',
  path: '/api/admin/voids/preview',
  audience: 'admin',
  permission: 'voids:read',
  query: Type.Object(interval),
  data: Type.Object({ preview: VoidPreview }),
})

/**
 * `preview` null once it stands in the log, or will not: the entry says what it is. Before that, while settlement is too far
 * behind to count.
 */
export const getVoid = endpoint({
  method: 'GET',
  path: '/api/admin/voids/:id',
  audience: 'admin',
  permission: 'voids:read',
  params,
  data: Type.Object({ void: ProductVoid, preview: Nullable(VoidPreview) }),
})

/**
 * Needs a second administrator to be there (SECOND_ADMIN_REQUIRED). The reason takes 200 bytes of UTF-8
 * (VOID_REASON_TOO_LONG). 503 SERVICE_UNAVAILABLE while settlement is too far behind to count.
 */
export const proposeVoid = endpoint({
  method: 'POST',
  path: '/api/admin/voids',
  audience: 'admin',
  permission: 'voids',
  body: Type.Object(
    {
      ...interval,
      reason: Type.String({ minLength: 1, maxLength: 200, pattern: SHOWN_LINE }),
    },
    { additionalProperties: false },
  ),
  data: Type.Object({ void: ProductVoid, preview: VoidPreview }),
})

/** By another administrator than the one who proposed it (SECOND_ADMIN_REQUIRED; SECOND_ADMIN_TOO_NEW), in time (VOID_EXPIRED), and while that one may still propose it (PROPOSER_GONE). There is no way back. */
export const confirmVoid = endpoint({
  method: 'POST',
  path: '/api/admin/voids/:id/confirm',
  audience: 'admin',
  permission: 'voids',
  params,
  body: Type.Object({ version: Version }, { additionalProperties: false }),
  data: OneVoid,
})

/** By another administrator than the one who proposed it (SECOND_ADMIN_REQUIRED). */
export const refuseVoid = endpoint({
  method: 'POST',
  path: '/api/admin/voids/:id/refuse',
  audience: 'admin',
  permission: 'voids',
  params,
  body: Type.Object({ version: Version, remark: Remark }, { additionalProperties: false }),
  data: OneVoid,
})

/** By the one who proposed it (PERMISSION_DENIED). */
export const withdrawVoid = endpoint({
  method: 'POST',
  path: '/api/admin/voids/:id/withdraw',
  audience: 'admin',
  permission: 'voids',
  params,
  body: Type.Object({ version: Version }, { additionalProperties: false }),
  data: OneVoid,
})
