import { closingReadFromMs, type FrozenContract } from '@truestrike/core/frozen-contract.ts'
import type { GameRuleContent } from '@truestrike/core/game-rule.ts'
import { createLogExcerpt } from '@truestrike/core/log-excerpt.ts'
import { type Outcome, outcomeOf } from '@truestrike/core/outcome.ts'
import type { PriceLog, TradedProduct } from './traded-product.ts'

/** Samples of one simulation at most, and the real time it may take: what is not reached by then is left out. */
const SAMPLES_MAX = 300
const WORK_MS_MAX = 8_000
/** The log is proved past an expiry a moment later. */
const SETTLED_MS = 2_000
/** How far back is looked, service time. */
const HISTORY_MS = 14 * 86_400_000

export interface Samples {
  span: { fromMs: number; toMs: number } | null
  spacingMs: number
  won: number
  lost: number
  equal: number
  cancelled: number
  refused: number
}

type Ending = 'won' | 'lost' | 'equal' | 'cancelled' | 'refused'

interface Asked {
  product: TradedProduct
  rule: GameRuleContent
  nowMs: number
  /** Real time, for the bound of the work. */
  wallMs: () => number
}

/**
 * Contracts bought up at evenly spaced moments of the recorded log, decided by the function that settles real ones. No two
 * share prices, so that they count as independent. Newest first: where the time is over, older ones are left out.
 */
export async function sampleRule(log: PriceLog, { product, rule, nowMs, wallMs }: Asked): Promise<Samples> {
  const durationMs = rule.durationSeconds * 1_000
  const beginMs = Math.max((await log.beginMs(product.id)) ?? nowMs, nowMs - HISTORY_MS)
  const lastMs = nowMs - durationMs - SETTLED_MS
  const firstMs = beginMs + rule.staleMs
  const spacingMs = Math.max(durationMs, Math.ceil((lastMs - firstMs) / SAMPLES_MAX))
  const endings: Record<Ending, number> = { won: 0, lost: 0, equal: 0, cancelled: 0, refused: 0 }
  const untilMs = wallMs() + WORK_MS_MAX
  let reachedMs: number | null = null
  for (let atMs = lastMs; atMs >= firstMs && wallMs() < untilMs; atMs -= spacingMs) {
    const ending = await endingOf(log, product, rule, atMs)
    if (ending === null) continue
    endings[ending] += 1
    reachedMs = atMs
  }
  const span = reachedMs === null ? null : { fromMs: reachedMs, toMs: lastMs + durationMs }
  return { span, spacingMs, ...endings }
}

/** Null: the log does not say any more. */
async function endingOf(
  log: PriceLog,
  product: TradedProduct,
  rule: GameRuleContent,
  atMs: number,
): Promise<Ending | null> {
  const expiresAtMs = atMs + rule.durationSeconds * 1_000
  if (!product.isOpenThroughout(atMs, expiresAtMs)) return 'refused'
  const fromMs = atMs - rule.staleMs
  const deadlineMs = atMs + rule.openingDelayMs + rule.openTimeoutMs
  const entries = await log.readSpan(product.id, fromMs, deadlineMs)
  const head = entries.findLast(({ timeMs }) => timeMs <= atMs)
  const tick = entries.findLast((entry) => entry.kind === 'tick' && entry.timeMs <= atMs)
  // No order would have been taken: the newest price was too old.
  if (head === undefined || tick?.kind !== 'tick') return 'refused'
  const { windowMs, openingDelayMs, openTimeoutMs, maxGapMs, payoutBps, stakeMinMicros } = rule
  const contract: FrozenContract = {
    ...{ windowMs, openingDelayMs, openTimeoutMs, maxGapMs, payoutBps },
    ...{ direction: 'up', stakeMicros: stakeMinMicros, source: tick.source },
    ...{ openAfterSeq: head.seq, acceptedAtMs: atMs, expiresAtMs },
  }
  const opened = outcomeOf(contract, createLogExcerpt(entries, { completeFromMs: fromMs }))
  if (opened.state !== 'undecided' || opened.opening === null) return endOf(opened)
  const closingFromMs = Math.max(closingReadFromMs(contract), 0)
  const closing = await log.readSpan(product.id, closingFromMs, expiresAtMs)
  const beforeSeq = closing[0]?.seq ?? Number.POSITIVE_INFINITY
  const marks = await log.readMarks(product.id, { afterSeq: head.seq, beforeSeq })
  const excerpt = createLogExcerpt([...marks, ...closing], { completeFromMs: closingFromMs })
  return endOf(outcomeOf(contract, excerpt, opened.opening))
}

const endOf = (outcome: Outcome): Ending | null =>
  outcome.state === 'undecided' ? null : outcome.state === 'cancelled' ? 'cancelled' : outcome.result
