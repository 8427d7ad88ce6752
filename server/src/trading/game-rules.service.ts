import { ensure } from '@truestrike/core/assert.ts'
import { decodeBase64url, encodeBase64url } from '@truestrike/core/base64url.ts'
import { defaultRules } from '@truestrike/core/default-rules.ts'
import { type GameRuleContent, type RuleFault, ruleHash, validateRule } from '@truestrike/core/game-rule.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import { fail, ok, type Result, unwrap } from '@truestrike/core/result.ts'
import type { GameRule } from '@truestrike/protocol/trade-endpoints.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import {
  type GameRuleRow,
  listActiveRules,
  listRulesById,
  longestDuration,
  type NewRule,
  putRules,
} from './game-rules.store.ts'
import type { ProductLookup, TradedProduct } from './traded-product.ts'

interface Parts {
  db: Db
  clock: Clock
  products: ProductLookup
}

export type GameRulesService = ReturnType<typeof createGameRulesService>

/** Rules kept in memory by id, at most. They never change, so the copy is never old. */
const RULES_CACHED_MAX = 10_000

export function createGameRulesService({ db, clock, products }: Parts) {
  const byId = new Map<bigint, GameRuleRow>()

  return {
    /** Gives every product without rules the default ones. */
    async seedDefaults(all: readonly TradedProduct[]): Promise<void> {
      const rules = all.flatMap((product) =>
        defaultRules(product.category, product.source, product.symbol).map((content) =>
          newRule(product.id, content),
        ),
      )
      await putRules(db, rules, { nowMs: clock.nowMs(), onlyMissing: true })
    },

    /** The default rules of one that was added, in the caller's transaction. */
    async seedFor(
      sql: Sql,
      product: Pick<TradedProduct, 'id' | 'category' | 'source' | 'symbol'>,
    ): Promise<void> {
      const rules = defaultRules(product.category, product.source, product.symbol).map((content) =>
        newRule(product.id, content),
      )
      await putRules(sql, rules, { nowMs: clock.nowMs(), onlyMissing: true })
    },

    /** How long a contract of a product may live by any version of its rules, in ms. */
    longestMs: async (sql: Sql, productId: number): Promise<number> =>
      (await longestDuration(sql, productId)) * 1_000,

    /** What a product is offered with, shortest duration first. `PRODUCT_NOT_FOUND`. */
    async listRules(symbol: string): Promise<GameRule[]> {
      const product = products.find(symbol)
      if (product === undefined) throw new AppError('PRODUCT_NOT_FOUND')
      return (await listActiveRules(db, product.id)).map(toWireRule)
    },

    /** A new version of a product's own rule for new contracts; `sql`: the caller's transaction. */
    async updateRule(
      sql: Sql,
      productId: number,
      content: GameRuleContent,
    ): Promise<Result<null, RuleFault>> {
      const product = products.list().find(({ id }) => id === productId)
      // A contract's receipt shows the rule with the product's symbol: that is what is hashed.
      const valid = validateRule({ ...content, symbol: ensure(product, 'a rule has a product').symbol })
      if (!valid.ok) return fail(valid.code)
      await putRules(sql, [newRule(productId, valid.value)], { nowMs: clock.nowMs(), onlyMissing: false })
      return ok(null)
    },

    /** Frozen rules by id, from memory where known. */
    async getRules(ids: readonly bigint[]): Promise<Map<bigint, GameRuleRow>> {
      const missing = [...new Set(ids)].filter((id) => !byId.has(id))
      if (missing.length > 0) {
        if (byId.size > RULES_CACHED_MAX) byId.clear()
        for (const rule of await listRulesById(db, [...new Set(ids)])) byId.set(rule.id, rule)
      }
      return new Map(ids.map((id) => [id, ensure(byId.get(id), 'a contract has a rule')]))
    },
  }
}

function newRule(productId: number, content: GameRuleContent): NewRule {
  return { productId, content, hash: unwrap(decodeBase64url(ruleHash(content))) }
}

function toWireRule(rule: GameRuleRow): GameRule {
  return {
    durationSeconds: rule.durationSeconds,
    payoutBps: rule.payoutBps,
    stakeMin: formatMicros(rule.stakeMinMicros),
    stakeMax: formatMicros(rule.stakeMaxMicros),
    windowMs: rule.windowMs,
    openingDelayMs: rule.openingDelayMs,
    openTimeoutMs: rule.openTimeoutMs,
    staleMs: rule.staleMs,
    maxGapMs: rule.maxGapMs,
    version: rule.version,
    hash: encodeBase64url(rule.hash),
  }
}
