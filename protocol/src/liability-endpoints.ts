import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Amount, Book, Day, Hash, KeyId, Signature, TimeMs } from './scalars.ts'

/** What the site signs to owe to all users of a book, as docs/proof.md has it. */
export const LiabilityRoot = Type.Object({
  book: Book,
  day: Day,
  /** Moment of the balances. */
  timeMs: TimeMs,
  /** Leaves; a balance lies in two. */
  count: Type.Integer({ minimum: 0, maximum: 4_294_967_295 }),
  total: Amount,
  hash: Hash,
  keyId: KeyId,
  signature: Signature,
})
export type LiabilityRoot = Type.Static<typeof LiabilityRoot>

/** One user's balance in the tree; whoever reads it leaves the checking to the verifier. */
export const Liability = Type.Object({
  format: Type.Literal('truestrike-liability/1'),
  uid: Type.String({ pattern: '^[1-9][0-9]{9}$', maxLength: 10 }),
  balance: Amount,
  root: LiabilityRoot,
  parts: Type.Array(
    Type.Object({
      index: Type.Integer({ minimum: 0, maximum: 4_294_967_295 }),
      salt: Hash,
      amount: Amount,
      path: Type.Array(Type.Object({ sum: Amount, hash: Hash }), { maxItems: 32 }),
    }),
    { minItems: 2, maxItems: 2 },
  ),
})
export type Liability = Type.Static<typeof Liability>

/** Signed totals of a book, ascending by day: from one on, or the newest. */
export const listLiabilities = endpoint({
  method: 'GET',
  path: '/api/proof/liabilities',
  audience: 'public',
  query: Type.Object({
    book: Book,
    fromDay: Type.Optional(Day),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 400 })),
  }),
  data: Type.Object({ roots: Type.Array(LiabilityRoot), nextDay: Type.Union([Day, Type.Null()]) }),
})

/**
 * `counted`: in the tree · `nothing`: it had no balance then · `forgotten`: the root is kept, the leaves are not · `none`: that
 * day has no tree.
 */
export const MyLiability = Type.Object({
  state: Type.Union([
    Type.Literal('counted'),
    Type.Literal('nothing'),
    Type.Literal('forgotten'),
    Type.Literal('none'),
  ]),
  root: Type.Union([LiabilityRoot, Type.Null()]),
  liability: Type.Union([Liability, Type.Null()]),
})
export type MyLiability = Type.Static<typeof MyLiability>

/** The caller's balance in the tree of a day, or the newest. */
export const getMyLiability = endpoint({
  method: 'GET',
  path: '/api/proof/liabilities/mine',
  audience: 'user',
  query: Type.Object({ book: Book, day: Type.Optional(Day) }),
  data: MyLiability,
})
