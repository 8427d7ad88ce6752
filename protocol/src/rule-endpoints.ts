import * as Type from 'typebox'
import { Proposal, proposing } from './approval-endpoints.ts'
import { endpoint } from './endpoint.ts'
import { Amount, Book, Category, Hash, Nothing, PairSymbol, TimeMs } from './scalars.ts'

// Of the back office: game rules. A change makes a new version for new contracts; what is accepted keeps the version it froze.

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const strict = { additionalProperties: false } as const
const Count = Type.Integer({ minimum: 0 })
const Milliseconds = Type.Integer({ minimum: 0, maximum: 3_600_000 })
const Duration = Type.Integer({ minimum: 1, maximum: 604_800 })
const version = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })

/** Bounds of the trading rules are checked on top: INVALID_PARAMETERS with the field. */
const ruleFields = {
  durationSeconds: Duration,
  payoutBps: Type.Integer({ minimum: 1, maximum: 10_000 }),
  stakeMin: Amount,
  stakeMax: Amount,
  windowMs: Milliseconds,
  openingDelayMs: Milliseconds,
  openTimeoutMs: Milliseconds,
  staleMs: Milliseconds,
  maxGapMs: Milliseconds,
}
export const RuleContent = Type.Object(ruleFields, strict)
export type RuleContent = Type.Static<typeof RuleContent>

const ruleVersion = { ...ruleFields, version: Count, hash: Hash, createdMs: TimeMs }
export const OfferedRule = Type.Object({
  symbol: PairSymbol,
  category: Category,
  ...ruleVersion,
  enabled: Type.Boolean(),
})
export type OfferedRule = Type.Static<typeof OfferedRule>

/** By product in their order, shortest first. `available`: whether a second administrator is there to confirm changes. */
export const listOfferedRules = endpoint({
  method: 'GET',
  path: '/api/admin/game-rules',
  audience: 'admin',
  permission: 'game-rules:read',
  query: Type.Object({
    symbol: Type.Optional(PairSymbol),
    durationSeconds: Type.Optional(Duration),
    state: Type.Optional(Type.Union([Type.Literal('offered'), Type.Literal('stopped')])),
  }),
  data: Type.Object({
    rules: Type.Array(OfferedRule),
    available: Type.Boolean(),
    /** When one of the two is new or was changed by another one: from when on it can be proposed. */
    availableFromMs: Nullable(TimeMs),
  }),
})

/** Every version there ever was, newest first. */
export const listRuleVersions = endpoint({
  method: 'GET',
  path: '/api/admin/game-rules/versions',
  audience: 'admin',
  permission: 'game-rules:read',
  query: Type.Object({ symbol: PairSymbol, durationSeconds: Duration }),
  data: Type.Object({ versions: Type.Array(Type.Object(ruleVersion)) }),
})

/** Stops orders of a duration, or takes them again by the version that is there. Refusals: PRODUCT_NOT_FOUND, CONFIG_CHANGED. */
export const switchRule = endpoint({
  method: 'POST',
  path: '/api/admin/game-rules/switch',
  audience: 'admin',
  permission: 'game-rules',
  body: Type.Object(
    { symbol: PairSymbol, durationSeconds: Duration, version, enabled: Type.Boolean() },
    strict,
  ),
  data: Nothing,
})

/**
 * New contents for one or more products, each in place of the version that was looked at (0: there is none). Rules are those
 * of the real book too: it waits for a second administrator. Refusals: SECOND_ADMIN_REQUIRED with only one of them,
 * PRODUCT_NOT_FOUND, CONFIG_CHANGED, INVALID_PARAMETERS.
 */
export const proposeRules = endpoint({
  method: 'POST',
  path: '/api/admin/game-rules/propose',
  audience: 'admin',
  permission: 'game-rules',
  body: Type.Object(
    {
      ...proposing,
      rule: RuleContent,
      products: Type.Array(Type.Object({ symbol: PairSymbol, version }, strict), {
        minItems: 1,
        maxItems: 50,
      }),
    },
    strict,
  ),
  data: Type.Object({ proposal: Proposal }),
})

const Estimate = Type.Object({ estimate: Type.Number(), low: Type.Number(), high: Type.Number() })
export type MarginEstimate = Type.Static<typeof Estimate>

export const RuleSimulation = Type.Object({
  /** Of the recorded log that was looked at; null: there is not enough of it. */
  span: Nullable(Type.Object({ fromMs: TimeMs, toMs: TimeMs })),
  /** Between two samples: no shorter than the duration, so that none share prices. */
  spacingMs: Count,
  /** Contracts bought up, one a sample; `refused`: no order would have been taken then. */
  samples: Type.Object({
    ...{ won: Count, lost: Count, equal: Count, cancelled: Count, refused: Count },
  }),
  /** What the house keeps of a stake: at even directions, when all buy up, when all buy down. */
  even: Nullable(Estimate),
  up: Nullable(Estimate),
  down: Nullable(Estimate),
  /** The newest contracts of this product and duration with the same times, at the asked payout; by book. */
  contracts: Type.Array(
    Type.Object({ book: Book, contracts: Count, stake: Amount, margin: Nullable(Estimate) }),
  ),
})
export type RuleSimulation = Type.Static<typeof RuleSimulation>

/** Reads the log and changes nothing. One at a time: TOO_MANY_REQUESTS when others wait. */
export const simulateRule = endpoint({
  method: 'POST',
  path: '/api/admin/game-rules/simulate',
  audience: 'admin',
  permission: 'game-rules',
  body: Type.Object({ symbol: PairSymbol, rule: RuleContent }, strict),
  data: Type.Object({ simulation: RuleSimulation }),
})
