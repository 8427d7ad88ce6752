import type { GameRuleContent } from '@truestrike/core/game-rule.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import type { AcceptanceProof, AcceptanceReceipt, Receipt } from '@truestrike/core/proof/receipt.ts'
import { receiptJson } from '@truestrike/core/proof/receipt-json.ts'
import type { ReceiptJson } from '@truestrike/protocol/proof-endpoints.ts'
import type { PlacedRow } from './acceptance.store.ts'
import type { GameRuleRow } from './game-rules.store.ts'
import { hashText } from './hash-text.ts'

/** A contract and the rule it froze. */
export interface AcceptedOrder {
  row: PlacedRow
  rule: GameRuleRow
}

/** What an order's receipt says, as core holds it. */
export function acceptanceReceipt(
  { row, rule }: AcceptedOrder,
  acceptance: AcceptanceProof,
): AcceptanceReceipt {
  const { clientOrderId, book, symbol, direction, durationSeconds, stakeMicros, ruleVersion } = row
  return {
    product: { symbol, version: row.productVersion, precision: row.precision },
    contract: {
      id: row.id,
      order: { clientOrderId, book, symbol, direction, durationSeconds, stakeMicros, ruleVersion },
      orderHash: hashText(row.bodySha256),
      rule: contentOf(rule, symbol),
      ruleHash: hashText(row.ruleHash),
      source: row.source,
      openAfterSeq: Number(row.openAfterSeq),
      acceptedAtMs: Number(row.acceptedAtMs),
      expiresAtMs: Number(row.expiresAtMs),
    },
    acceptance,
  }
}

function contentOf(rule: GameRuleRow, symbol: string): GameRuleContent {
  const { durationSeconds, payoutBps, stakeMinMicros, stakeMaxMicros } = rule
  const { windowMs, openingDelayMs, openTimeoutMs, staleMs, maxGapMs } = rule
  return {
    symbol,
    ...{ durationSeconds, payoutBps, stakeMinMicros, stakeMaxMicros },
    ...{ windowMs, openingDelayMs, openTimeoutMs, staleMs, maxGapMs },
  }
}

/**
 * The same as JSON, as core's `receiptJson` gives it. Written out: every order has one in its answer, and core's way by
 * tables costs many times as much.
 */
export function acceptanceJson({ row, rule }: AcceptedOrder, acceptance: AcceptanceProof): ReceiptJson {
  const { content, hash } = speltOf(rule, row.symbol)
  const receipt = {
    format: 'truestrike-acceptance/1' as const,
    product: { symbol: row.symbol, version: row.productVersion, precision: row.precision },
    contract: {
      id: row.id.toString(),
      order: {
        clientOrderId: row.clientOrderId,
        book: row.book,
        symbol: row.symbol,
        direction: row.direction,
        durationSeconds: row.durationSeconds,
        stake: formatMicros(row.stakeMicros),
        ruleVersion: row.ruleVersion,
      },
      orderHash: hashText(row.bodySha256),
      rule: content,
      ruleHash: hash,
      source: row.source,
      openAfterSeq: Number(row.openAfterSeq),
      acceptedAtMs: Number(row.acceptedAtMs),
      expiresAtMs: Number(row.expiresAtMs),
    },
    acceptance,
  }
  return receipt
}

/** A receipt as it goes over the wire. */
export function toReceiptJson(receipt: Receipt): ReceiptJson {
  return receiptJson(receipt) as ReceiptJson
}

/** Of each rule in memory, spelt once. */
const spelt = new WeakMap<GameRuleRow, { content: object; hash: string }>()

function speltOf(rule: GameRuleRow, symbol: string): { content: object; hash: string } {
  const known = spelt.get(rule)
  if (known !== undefined) return known
  const { durationSeconds, payoutBps, windowMs, openingDelayMs, openTimeoutMs, staleMs, maxGapMs } = rule
  const [stakeMin, stakeMax] = [formatMicros(rule.stakeMinMicros), formatMicros(rule.stakeMaxMicros)]
  const content = {
    ...{ symbol, durationSeconds, payoutBps, stakeMin, stakeMax },
    ...{ windowMs, openingDelayMs, openTimeoutMs, staleMs, maxGapMs },
  }
  const made = { content, hash: hashText(rule.hash) }
  spelt.set(rule, made)
  return made
}
