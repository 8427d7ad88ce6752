import type { TickItem } from '@truestrike/protocol/frames.ts'
import type { Bus } from '../platform/bus.ts'
import type { Cancel } from '../platform/clock.ts'
import type { LiveProduct } from './live-product.ts'
import { ENTRIES_SUBJECT, type MarketEntries } from './market-entries.ts'

/** Messages of a product that wait while the log is read: a minute and more. Beyond them its readers see a hole. */
const WAITING_MAX = 1_000

interface Parts {
  bus: Bus
  products: ReadonlyMap<string, LiveProduct>
  /** Ticks of the log after a number; null when there are too many, or they are no longer held. */
  ticksAfter(product: LiveProduct, afterSeq: number): Promise<TickItem[] | null>
  onError(error: unknown): void
}

/** Who is told, always in the order of the log. */
export interface EntriesFollower {
  entries(product: LiveProduct, entries: MarketEntries): void
  /** Ticks that did not come over the bus, before those that came after them. */
  missed(product: LiveProduct, ticks: TickItem[]): void
}

/**
 * Hands on what the engines of all processes publish. An engine that dies between storing a flush and saying so, or a bus
 * that was away, leaves a hole: what is missing is read from the log first, and what comes meanwhile waits.
 */
export function followEntries(parts: Parts, follower: EntriesFollower): Cancel {
  const { bus, products } = parts
  /** Number of the newest tick that was handed on. */
  const told = new Map<LiveProduct, number>()
  const waiting = new Map<LiveProduct, MarketEntries[]>()
  const newest = (product: LiveProduct): number | undefined => told.get(product) ?? product.lastTick?.[2]

  const handOn = (product: LiveProduct, entries: MarketEntries): void => {
    const before = told.get(product) ?? 0
    const isRepeated = entries.ticks.some(([, , seq]) => seq <= before)
    const ticks = isRepeated ? entries.ticks.filter(([, , seq]) => seq > before) : entries.ticks
    const last = ticks.at(-1)
    // A watermark alone tells of no tick: what is known of the log stays as it is.
    if (last !== undefined) told.set(product, Math.max(before, last[2]))
    follower.entries(product, isRepeated ? { ...entries, ticks } : entries)
  }
  const fill = async (product: LiveProduct, queue: MarketEntries[]): Promise<void> => {
    waiting.set(product, queue)
    try {
      const ticks = (await parts.ticksAfter(product, newest(product) ?? 0)) ?? []
      const last = ticks.at(-1)
      if (last !== undefined) {
        told.set(product, last[2])
        follower.missed(product, ticks)
      }
    } catch (error) {
      parts.onError(error)
    } finally {
      waiting.delete(product)
      for (const entries of queue) handOn(product, entries)
    }
  }
  const stopListening = bus.subscribe(`${ENTRIES_SUBJECT}.*`, (payload) => {
    const entries = payload as MarketEntries
    const product = products.get(entries.symbol)
    if (product === undefined) return
    const queue = waiting.get(product)
    if (queue !== undefined && queue.length < WAITING_MAX) queue.push(entries)
    else if (queue === undefined && hasHole(entries, newest(product))) void fill(product, [entries])
    else handOn(product, entries)
  })
  const stopMissing = bus.onMissed(() => {
    for (const product of products.values())
      if (newest(product) !== undefined && !waiting.has(product)) void fill(product, [])
  })
  return () => {
    stopListening()
    stopMissing()
  }
}

/** Whether ticks between the newest one that was told and the first new one are missing. */
function hasHole({ ticks }: MarketEntries, newest: number | undefined): boolean {
  const first = newest === undefined ? undefined : ticks.find(([, , seq]) => seq > newest)
  return first !== undefined && first[3] !== newest
}
