import { ensure } from '@truestrike/core/assert.ts'
import type { FrozenContract } from '@truestrike/core/frozen-contract.ts'
import { outcomeOf } from '@truestrike/core/outcome.ts'
import { engineStalls, feedHoles, reordered, replayed } from './disturbances.ts'
import {
  accept,
  bestFew,
  bestMoments,
  contractOf,
  earlyBird,
  honestMoments,
  type Order,
  play,
  shownAt,
  trendFollower,
} from './price-attack.ts'
import { type PriceWorld, priceWorld, type SourceSpan, sourceSpans } from './price-world.ts'
import { ProfitSample } from './profit-sample.ts'
import { type Push, pushedLog } from './pushed-log.ts'
import { createRandom } from './seeded-random.ts'

export const SEED = 'integrity 1'
/** A quiet and a wild crypto, two between, and a currency with its own rule. */
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'XRPUSDT', 'DOGEUSDT', 'EURUSDT']
const SPANS_EACH = 14

/** How much earlier than the engine the attacker sees the source (default opening delay: 300 ms). */
export const LEAD_MS = 200
/** What no opening delay of the defaults covers: the measurement has to notice. */
export const UNCOVERED_LEAD_MS = 1_000
export const SKEW_MS = 2_000
const REPLAY_AGO_MS = 5_000

export type Samples = ReadonlyMap<string, ProfitSample>

function* seededSpans(): Generator<SourceSpan> {
  for (const symbol of SYMBOLS) yield* sourceSpans(SEED, symbol, SPANS_EACH)
}

type Change = (contract: FrozenContract, atMs: number) => FrozenContract

/** Sends orders to a world; what is refused brings nothing and is counted. */
function sampler() {
  const samples = new Map<string, ProfitSample>()
  const sampleOf = (name: string): ProfitSample => {
    const sample = samples.get(name) ?? new ProfitSample()
    samples.set(name, sample)
    return sample
  }
  const trade = (
    name: string,
    world: PriceWorld,
    { orders, change = (contract) => contract }: { orders: readonly Order[]; change?: Change },
  ): void => {
    const sample = sampleOf(name)
    const played = orders.flatMap((order) => {
      const accepted = accept(world, order.atMs)
      if (accepted === null) sample.refused += 1
      return accepted === null
        ? []
        : [play(change(contractOf(world, order, accepted), order.atMs), world.excerpt)]
    })
    sample.add(played)
  }
  return { samples, sampleOf, trade }
}

const withoutDelay: Change = (contract) => ({ ...contract, openingDelayMs: 0 })

/** A contract that opened at the newest price everybody sees: what the rules never do. */
const openingAtShown =
  (world: PriceWorld): Change =>
  (contract, atMs) => {
    const { head } = ensure(shownAt(world, atMs))
    const { lastTickSeq, lastTickTimeMs } = head
    return {
      ...contract,
      openingDelayMs: 0,
      openAfterSeq: lastTickSeq - 1,
      acceptedAtMs: lastTickTimeMs,
    }
  }

/** Those who know more than others, with honest ticks: sniper, skewed clocks. */
export function earlyEconomics(): Samples {
  const { samples, trade } = sampler()
  const random = createRandom(1)
  for (const span of seededSpans()) {
    const world = priceWorld(span)
    trade('honest', world, { orders: honestMoments(world, random) })
    const sniper = bestMoments(world, earlyBird(world, { leadMs: LEAD_MS }))
    trade('sniper', world, { orders: sniper })
    trade('sniper, best', world, { orders: bestFew(sniper) })
    const early = bestMoments(world, earlyBird(world, { leadMs: LEAD_MS, delayMs: 0 }))
    trade('sniper, no delay', world, { orders: early, change: withoutDelay })
    trade('sniper, no delay, best', world, { orders: bestFew(early), change: withoutDelay })
    const uncovered = bestMoments(world, earlyBird(world, { leadMs: UNCOVERED_LEAD_MS }))
    trade('sniper, uncovered', world, { orders: uncovered })
    trade('sniper, uncovered, best', world, { orders: bestFew(uncovered) })
    for (const engineAheadMs of [SKEW_MS, -SKEW_MS]) {
      const skewed = priceWorld(span, { engineAheadMs })
      const orders = bestMoments(skewed, earlyBird(skewed, { leadMs: LEAD_MS, engineAheadMs }))
      const name = engineAheadMs > 0 ? 'engine ahead' : 'engine behind'
      trade(name, skewed, { orders })
      if (engineAheadMs < 0) continue
      // As if the edge stamped the order by a clock of its own, and nobody looked at the log's head.
      const change: Change = (contract, atMs) => ({
        ...contract,
        openAfterSeq: 1,
        acceptedAtMs: atMs - engineAheadMs,
      })
      trade('edge stamps', skewed, { orders, change })
    }
  }
  return samples
}

/** Those who wait for the line to fail, or make it fail: stale quotes, holes, copies, another order. */
export function brokenFeedEconomics(): Samples {
  const { samples, trade } = sampler()
  for (const span of seededSpans()) {
    for (const [name, disturbance] of [
      ['stale quote', engineStalls],
      ['feed hole', feedHoles],
    ] as const) {
      const world = priceWorld(span, disturbance)
      const orders = bestMoments(world, earlyBird(world, { leadMs: LEAD_MS }))
      trade(name, world, { orders })
      trade(`${name}, opening as shown`, world, { orders, change: openingAtShown(world) })
    }
    const jittered = priceWorld(span, reordered(LEAD_MS))
    trade('reordered', jittered, { orders: bestMoments(jittered, earlyBird(jittered, { leadMs: 0 })) })
    const plain = priceWorld(span)
    const orders = bestMoments(plain, trendFollower(plain, REPLAY_AGO_MS))
    for (const renumbered of [false, true]) {
      const delayMs = plain.rule.openingDelayMs
      const world = priceWorld(span, replayed(orders, { agoMs: REPLAY_AGO_MS, delayMs, renumbered }))
      trade(renumbered ? 'duplicated, new ids' : 'duplicated', world, { orders })
    }
  }
  return samples
}

export interface PushRow extends Omit<Push, 'sizeBps'> {
  name: string
  /** Of the product's outlier bound. */
  ofBound: number
  /** Without the averaging window: the last price closes. */
  lastPrice?: boolean
}

/** Those who put one tick of their own into the source. `every`: only one contract of so many. */
export function pusherEconomics(rows: readonly PushRow[], every: number): Samples {
  const { samples, sampleOf } = sampler()
  const random = createRandom(2)
  for (const span of seededSpans()) {
    const world = priceWorld(span)
    const orders = honestMoments(world, random).filter((_, at) => at % every === 0)
    for (const { name, beforeExpiryMs, ofBound, lastPrice = false } of rows) {
      const played = orders.flatMap((order) => {
        const accepted = accept(world, order.atMs)
        if (accepted === null) return []
        const honest = contractOf(world, order, accepted)
        const contract = lastPrice ? { ...honest, windowMs: 0 } : honest
        const { opening } = outcomeOf(contract, world.excerpt)
        const log = pushedLog(world, contract, { beforeExpiryMs, sizeBps: ofBound * world.outlierBps })
        // The honest one has the same contract in the log without the tick.
        const { coin } = play(contract, world.excerpt)
        return [{ ...play(contract, log, opening), coin }]
      })
      sampleOf(name).add(played)
    }
  }
  return samples
}
