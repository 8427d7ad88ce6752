import { assert, ensure } from '@truestrike/core/assert.ts'
import type { Direction, FrozenContract } from '@truestrike/core/frozen-contract.ts'
import type { LogExcerpt } from '@truestrike/core/log-excerpt.ts'
import type { Opening } from '@truestrike/core/opening.ts'
import { outcomeOf, profitOf, resultOf } from '@truestrike/core/outcome.ts'
import { type Flush, type PriceWorld, SOURCE } from './price-world.ts'
import type { Random } from './seeded-random.ts'

/** Contracts of one attacker in one world: one in each stretch of this length. */
const STRETCH_MS = 500
const MOMENT_EVERY_MS = 50
/** Not before the log is under way, and not so late that it does not show the end. */
const BEGIN_MS = 10_000
const END_MS = 40_000
const STAKE = 1_000_000_000n

export interface Order {
  atMs: number
  direction: Direction
  /** What the attacker thinks of it. */
  rank: number
}

/** The moment and the terms of an order that is not refused. */
export type Accepted = Pick<FrozenContract, 'acceptedAtMs' | 'openAfterSeq'>

/**
 * What `place_contracts` decides by the log's head: `acceptance.attack.ts` holds this against it. Null: refused,
 * the price is stale.
 */
export function accept(world: PriceWorld, atMs: number): Accepted | null {
  const flush = shownAt(world, atMs)
  if (flush === undefined) return null
  const acceptedAtMs = Math.max(atMs, flush.lastTimeMs)
  const ageMs = Math.max(acceptedAtMs - flush.lastTickTimeMs, flush.lastTickTimeMs - atMs)
  return ageMs > world.rule.staleMs ? null : { acceptedAtMs, openAfterSeq: flush.lastSeq }
}

/** What everybody sees at a time. */
export function shownAt({ flushes }: PriceWorld, atMs: number): Flush | undefined {
  return flushes[lastBefore(flushes, atMs, ({ visibleMs }) => visibleMs)]
}

/** Index of the last item at or before a time; −1: none. Items ascend. */
export function lastBefore<T>(items: readonly T[], atMs: number, timeOf: (item: T) => number): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (timeOf(ensure(items[middle])) <= atMs) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** What an attacker makes of one moment: which way, and how much he thinks of it. */
type Chance = Omit<Order, 'atMs'>

/** The best moment of each stretch, as the attacker sees it. */
export function bestMoments(world: PriceWorld, chanceAt: (atMs: number) => Chance | null): Order[] {
  const orders: Order[] = []
  for (let fromMs = world.fromMs + BEGIN_MS; fromMs < world.toMs - END_MS; fromMs += STRETCH_MS) {
    let best: Order | null = null
    for (let atMs = fromMs; atMs < fromMs + STRETCH_MS; atMs += MOMENT_EVERY_MS) {
      const chance = chanceAt(atMs)
      if (chance !== null && (best === null || chance.rank > best.rank)) best = { atMs, ...chance }
    }
    if (best !== null) orders.push(best)
  }
  return orders
}

/** Any moment of each stretch, and a coin. */
export function honestMoments(world: PriceWorld, random: Random): Order[] {
  const orders: Order[] = []
  for (let fromMs = world.fromMs + BEGIN_MS; fromMs < world.toMs - END_MS; fromMs += STRETCH_MS)
    orders.push({ atMs: fromMs + random(STRETCH_MS), direction: random(2) === 0 ? 'up' : 'down', rank: 0 })
  return orders
}

/** Those an attacker thinks most of: one in fifty. */
export function bestFew(orders: readonly Order[]): Order[] {
  return [...orders].sort((a, b) => b.rank - a.rank).slice(0, Math.ceil(orders.length / 50))
}

/** Who bets on the way the price has gone, for when an old price can be made to open: `replayed` brings that back. */
export function trendFollower(world: PriceWorld, sinceMs: number) {
  return (atMs: number): Chance | null => {
    const [now, before] = [sourcePriceAt(world, atMs), sourcePriceAt(world, atMs - sinceMs)]
    if (now === null || before === null || accept(world, atMs) === null) return null
    const moved = now - before
    return { direction: moved < 0n ? 'down' : 'up', rank: Number(moved < 0n ? -moved : moved) }
  }
}

/** The price of the source's newest tick before a time; null: none yet. */
export function sourcePriceAt({ ticks }: PriceWorld, timeMs: number): bigint | null {
  return ticks[lastBefore(ticks, timeMs - 1, ({ dueMs }) => dueMs)]?.price ?? null
}

export interface EarlyBird {
  leadMs: number
  engineAheadMs?: number
  /** Default: that of the rule. */
  delayMs?: number
}

/**
 * Who knows the source up to `leadMs` ahead of now: the way from the price he would open at, if he knows it already,
 * to the newest he knows; without such knowledge the way the price has gone since what everybody sees.
 */
export function earlyBird(
  world: PriceWorld,
  { leadMs, engineAheadMs = 0, delayMs = world.rule.openingDelayMs }: EarlyBird,
) {
  return (atMs: number): Chance | null => {
    const accepted = accept(world, atMs)
    const known = sourcePriceAt(world, atMs + leadMs)
    if (accepted === null || known === null) return null
    const openFromMs = accepted.acceptedAtMs + delayMs - engineAheadMs
    const at = lastBefore(world.ticks, openFromMs - 1, ({ dueMs }) => dueMs) + 1
    const opening = world.ticks[at]
    const isKnown = opening !== undefined && opening.dueMs < atMs + leadMs
    const edge = isKnown ? known - opening.price : 0n
    const moved = edge !== 0n ? edge : known - ensure(shownAt(world, atMs)).lastTickPrice
    const size = Number(moved < 0n ? -moved : moved)
    return { direction: moved < 0n ? 'down' : 'up', rank: edge !== 0n ? size * 1_000 : size }
  }
}

export function contractOf(
  { rule }: PriceWorld,
  { direction }: Pick<Order, 'direction'>,
  accepted: Accepted,
): FrozenContract {
  const { payoutBps, windowMs, openingDelayMs, openTimeoutMs, maxGapMs } = rule
  const expiresAtMs = accepted.acceptedAtMs + rule.durationSeconds * 1_000
  const terms = { payoutBps, windowMs, openingDelayMs, openTimeoutMs, maxGapMs }
  return { direction, stakeMicros: STAKE, source: SOURCE, ...accepted, expiresAtMs, ...terms }
}

/** What an order brought, as shares of its stake, and what a coin would have brought at the same moment. */
export interface Played {
  profit: number
  coin: number
  cancelled: boolean
}

export function play(contract: FrozenContract, excerpt: LogExcerpt, known: Opening | null = null): Played {
  const outcome = outcomeOf(contract, excerpt, known)
  assert(outcome.state !== 'undecided', 'the log of a world decides its contracts')
  if (outcome.state === 'cancelled') return { profit: 0, coin: 0, cancelled: true }
  const { opening, closing } = outcome
  const other = resultOf(contract.direction === 'up' ? 'down' : 'up', opening.price, closing.price)
  const otherProfit = profitOf(other, contract.stakeMicros, contract.payoutBps)
  const profit = shareOf(outcome.profitMicros)
  return { profit, coin: (profit + shareOf(otherProfit)) / 2, cancelled: false }
}

const shareOf = (micros: bigint): number => Number(micros) / Number(STAKE)
