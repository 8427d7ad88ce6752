import { ensure } from '@truestrike/core/assert.ts'
import { encodeBase64url } from '@truestrike/core/base64url.ts'
import { ruleHash } from '@truestrike/core/game-rule.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import type { OfferedRule, RuleContent } from '@truestrike/protocol/rule-endpoints.ts'
import type { AdminActor } from '../accounts/config-record.ts'
import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { GameRulesService } from './game-rules.service.ts'
import { type ActiveRuleRow, listAllRules, listRuleVersions, setRuleEnabled } from './game-rules.store.ts'
import { readRule } from './read-rule.ts'
import type { ProductLookup, TradedProduct } from './traded-product.ts'

interface Parts {
  db: Db
  clock: Clock
  products: ProductLookup
  rules: Pick<GameRulesService, 'updateRule'>
}

interface RuleName {
  symbol: string
  durationSeconds: number
}

/** New contents for some products, each in place of a version that was looked at. */
export interface RulesChange {
  rule: RuleContent
  products: readonly { symbol: string; version: number }[]
}

/** Of a product; null: it has none of the duration. */
export interface ReplacedRule {
  symbol: string
  rule: RuleContent | null
}

/** Game rules as administrators see and change them. Contracts that are accepted keep the version they froze. */
export function createRuleAdminService({ db, clock, products, rules }: Parts) {
  const find = (symbol: string): TradedProduct => {
    const product = products.find(symbol)
    if (product === undefined) throw new AppError('PRODUCT_NOT_FOUND', { symbol })
    return product
  }

  /** The rules to be replaced, held; null where a product has none of the duration. Errors: CONFIG_CHANGED, PRODUCT_NOT_FOUND. */
  async function hold(sql: Sql, { rule, products: asked }: RulesChange) {
    const found = asked.map(({ symbol }) => find(symbol))
    const rows = await listAllRules(sql, { productIds: found.map(({ id }) => id), lock: true })
    return asked.map(({ version }, at) => {
      const product = ensure(found[at])
      const row = rows.find(
        ({ productId, durationSeconds }) =>
          productId === product.id && durationSeconds === rule.durationSeconds,
      )
      if ((row?.version ?? 0) !== version) throw new AppError('CONFIG_CHANGED')
      return { product, row: row ?? null }
    })
  }

  return {
    async list(query: { symbol?: string; durationSeconds?: number; state?: 'offered' | 'stopped' }) {
      const found = query.symbol === undefined ? products.list() : [find(query.symbol)]
      const rows = await listAllRules(db, { productIds: found.map(({ id }) => id), lock: false })
      return found.flatMap((product) =>
        rows
          .filter(
            (row) =>
              row.productId === product.id &&
              (query.durationSeconds === undefined || row.durationSeconds === query.durationSeconds) &&
              (query.state === undefined || row.enabled === (query.state === 'offered')),
          )
          .map((row) => toWire(product, row)),
      )
    },

    async versions({ symbol, durationSeconds }: RuleName) {
      const rows = await listRuleVersions(db, find(symbol).id, durationSeconds)
      return rows.map(versionOf)
    },

    /** Stops orders by a rule, or takes them again. Errors: PRODUCT_NOT_FOUND, CONFIG_CHANGED. */
    async switchOne(
      { admin, request }: AdminActor,
      { symbol, durationSeconds, version, enabled }: RuleName & { version: number; enabled: boolean },
    ): Promise<void> {
      const { id } = find(symbol)
      await db.tx(async (sql) => {
        const rows = await listAllRules(sql, { productIds: [id], lock: true })
        const row = rows.find((each) => each.durationSeconds === durationSeconds)
        if (row === undefined || row.version !== version) throw new AppError('CONFIG_CHANGED')
        if (row.enabled === enabled) return
        await setRuleEnabled(sql, row.id, enabled)
        await writeAudit(sql, {
          ...{ atMs: clock.nowMs(), actorKind: 'admin', actorId: admin.adminId, ip: request.ip },
          ...{ action: enabled ? 'rule.offer' : 'rule.stop', subject: `rule:${symbol}-${durationSeconds}` },
          ...{ before: { enabled: row.enabled }, after: { enabled, version } },
        })
      })
    },

    /** What a change would replace, of each product in their order. Errors: CONFIG_CHANGED, PRODUCT_NOT_FOUND, INVALID_PARAMETERS. */
    async compare(sql: Sql, change: RulesChange): Promise<ReplacedRule[]> {
      const held = await hold(sql, change)
      for (const { product } of held) readRule(product.symbol, change.rule)
      const differing = held.filter(({ product, row }) => {
        return row === null || encodeBase64url(row.hash) !== ruleHash(readRule(product.symbol, change.rule))
      })
      // What is the same everywhere would be confirmed for nothing.
      if (differing.length === 0) throw new AppError('CONFIG_CHANGED')
      return held.map(({ product, row }) => ({
        symbol: product.symbol,
        rule: row === null ? null : contentOf(row),
      }))
    },

    /** Makes it hold for new contracts, in the caller's transaction. Errors: CONFIG_CHANGED, PRODUCT_NOT_FOUND, INVALID_PARAMETERS. */
    async publish(sql: Sql, change: RulesChange): Promise<void> {
      for (const { product } of await hold(sql, change)) {
        const done = await rules.updateRule(sql, product.id, readRule(product.symbol, change.rule))
        if (!done.ok) throw new AppError('CONFIG_CHANGED')
      }
    },
  }
}

function contentOf(row: Omit<ActiveRuleRow, 'enabled'>): RuleContent {
  return {
    durationSeconds: row.durationSeconds,
    payoutBps: row.payoutBps,
    stakeMin: formatMicros(row.stakeMinMicros),
    stakeMax: formatMicros(row.stakeMaxMicros),
    windowMs: row.windowMs,
    openingDelayMs: row.openingDelayMs,
    openTimeoutMs: row.openTimeoutMs,
    staleMs: row.staleMs,
    maxGapMs: row.maxGapMs,
  }
}

const versionOf = (row: Omit<ActiveRuleRow, 'enabled'>) => ({
  ...contentOf(row),
  ...{ version: row.version, hash: encodeBase64url(row.hash), createdMs: Number(row.createdMs) },
})

const toWire = (product: TradedProduct, row: ActiveRuleRow): OfferedRule => ({
  ...{ symbol: product.symbol, category: product.category, enabled: row.enabled },
  ...versionOf(row),
})
