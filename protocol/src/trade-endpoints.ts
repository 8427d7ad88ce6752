import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { ReceiptJson } from './proof-endpoints.ts'
import { Amount, Book, Direction, Hash, Id, PairSymbol, Price, Seq, TimeMs } from './scalars.ts'

/** One duration a product can be traded for: a game rule, content-addressed by `hash`. */
export const GameRule = Type.Object({
  durationSeconds: Type.Integer({ minimum: 1 }),
  payoutBps: Type.Integer({ minimum: 1 }),
  stakeMin: Amount,
  stakeMax: Amount,
  windowMs: Type.Integer({ minimum: 0 }),
  openingDelayMs: Type.Integer({ minimum: 0 }),
  openTimeoutMs: Type.Integer({ minimum: 0 }),
  staleMs: Type.Integer({ minimum: 0 }),
  maxGapMs: Type.Integer({ minimum: 0 }),
  version: Type.Integer({ minimum: 1 }),
  hash: Hash,
})
export type GameRule = Type.Static<typeof GameRule>

export const listRules = endpoint({
  method: 'GET',
  path: '/api/trade/rules',
  audience: 'public',
  query: Type.Object({ symbol: PairSymbol }),
  data: Type.Object({ symbol: PairSymbol, rules: Type.Array(GameRule) }),
})

/**
 * pending contract: `opening` no opening price yet · `running` · `settling` expired, waiting for settlement;
 * `completed` with result `won`, `lost`, `equal`; `cancelled` stake returned, with a reason.
 */
export const ContractState = Type.Union([
  Type.Literal('opening'),
  Type.Literal('running'),
  Type.Literal('settling'),
  Type.Literal('completed'),
  Type.Literal('cancelled'),
])
export type ContractState = Type.Static<typeof ContractState>

export const ContractResult = Type.Union([Type.Literal('won'), Type.Literal('lost'), Type.Literal('equal')])
export type ContractResult = Type.Static<typeof ContractResult>

export const CancelReason = Type.Union([
  Type.Literal('no-opening-price'),
  Type.Literal('price-gap'),
  Type.Literal('source-changed'),
  Type.Literal('void'),
])
export type CancelReason = Type.Static<typeof CancelReason>

export const Contract = Type.Object({
  id: Id,
  orderNo: Type.String({ maxLength: 32 }),
  clientOrderId: Type.String({ maxLength: 64 }),
  book: Book,
  symbol: PairSymbol,
  direction: Direction,
  stake: Amount,
  payoutBps: Type.Integer(),
  durationSeconds: Type.Integer(),
  windowMs: Type.Integer(),
  openingDelayMs: Type.Integer(),
  openTimeoutMs: Type.Integer(),
  maxGapMs: Type.Integer(),
  ruleVersion: Type.Integer(),
  ruleHash: Hash,
  source: Type.String({ maxLength: 20 }),
  openAfterSeq: Seq,
  acceptedAtMs: TimeMs,
  expiresAtMs: TimeMs,
  state: ContractState,
  result: Type.Union([ContractResult, Type.Null()]),
  cancelReason: Type.Union([CancelReason, Type.Null()]),
  openingPrice: Type.Union([Price, Type.Null()]),
  openingTimeMs: Type.Union([TimeMs, Type.Null()]),
  openingSeq: Type.Union([Seq, Type.Null()]),
  closingPrice: Type.Union([Price, Type.Null()]),
  closingTimeMs: Type.Union([TimeMs, Type.Null()]),
  /** Signed result in USDT: profit when won, minus the stake when lost, `0` when equal or cancelled; null while pending. */
  profit: Type.Union([Amount, Type.Null()]),
  settledAtMs: Type.Union([TimeMs, Type.Null()]),
})
export type Contract = Type.Static<typeof Contract>

export const PlaceOrder = Type.Object(
  {
    clientOrderId: Type.String({ pattern: '^[A-Za-z0-9_-]{8,64}$', maxLength: 64 }),
    book: Book,
    symbol: PairSymbol,
    direction: Direction,
    durationSeconds: Type.Integer({ minimum: 1, maximum: 604_800 }),
    stake: Type.String({ pattern: '^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,6})?$', maxLength: 20 }),
    ruleVersion: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  },
  { additionalProperties: false },
)
export type PlaceOrder = Type.Static<typeof PlaceOrder>

/** An order sent longer ago than this, ms, is accepted by then or never will be. */
export const ORDER_DECIDED_WITHIN_MS = 100_000

/** Buys a contract; the receipt is that of its acceptance. The same `clientOrderId` with the same body answers the first answer. */
export const placeContract = endpoint({
  method: 'POST',
  path: '/api/trade/contracts',
  audience: 'user',
  body: PlaceOrder,
  data: Type.Object({ contract: Contract, receipt: ReceiptJson }),
})

const contractFilters = {
  book: Book,
  state: Type.Optional(
    Type.Union([
      Type.Literal('pending'),
      Type.Literal('settled'),
      Type.Literal('completed'),
      Type.Literal('cancelled'),
    ]),
  ),
  symbol: Type.Optional(PairSymbol),
  direction: Type.Optional(Direction),
  result: Type.Optional(ContractResult),
  fromMs: Type.Optional(TimeMs),
  toMs: Type.Optional(TimeMs),
}

/** Newest first; `state` pending = not yet completed or cancelled. Keyset: pass `cursor` of the previous page. */
export const listContracts = endpoint({
  method: 'GET',
  path: '/api/trade/contracts',
  audience: 'user',
  query: Type.Object({
    ...contractFilters,
    cursor: Type.Optional(Type.String({ maxLength: 64 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  data: Type.Object({
    contracts: Type.Array(Contract),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
  }),
})

/** All of them as a file of CSV (UTF-8 with its mark, RFC 4180), newest first; words in the language of `Accept-Language`. */
export const exportContracts = endpoint({
  method: 'GET',
  path: '/api/trade/contracts/export',
  audience: 'user',
  query: Type.Object(contractFilters),
  data: Type.String(),
})

export const getContract = endpoint({
  method: 'GET',
  path: '/api/trade/contracts/:id',
  audience: 'user',
  params: Type.Object({ id: Id }),
  data: Type.Object({ contract: Contract }),
})

/**
 * The user's own hit rate against break-even over the contracts the filters name, all settled ones without a `state`; equal
 * and cancelled contracts are left out of it.
 */
export const getStatistics = endpoint({
  method: 'GET',
  path: '/api/trade/statistics',
  audience: 'user',
  query: Type.Object(contractFilters),
  data: Type.Object({
    won: Type.Integer(),
    lost: Type.Integer(),
    equal: Type.Integer(),
    cancelled: Type.Integer(),
    /** Sum of the signed results in USDT. */
    profit: Amount,
    /** Share of won among won and lost, in basis points; null without any. */
    hitRateBps: Type.Union([Type.Integer(), Type.Null()]),
    /** Stake-weighted break-even rate of the same contracts, in basis points. */
    breakEvenBps: Type.Union([Type.Integer(), Type.Null()]),
  }),
})
