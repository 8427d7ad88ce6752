import type { Bus } from '../platform/bus.ts'
import type { Cancel } from '../platform/clock.ts'
import type { Feed } from './feed.ts'
import type { LiveProduct } from './live-product.ts'

/** What an engine publishes about the feed of its products, for the processes and threads that only serve. */
const FEED_STATUS_SUBJECT = 'market.feed-status'

/** More of a product's history is stored: figures of the last 24 hours are to be read again. Payload: the product's id. */
export const HISTORY_SUBJECT = 'market.history'

/** An engine that has said nothing for so long is gone; what it said holds no longer. Real time. */
const STATUS_LIFE_MS = 10_000
/** Real time between two messages of an engine. */
export const STATUS_EVERY_MS = 1_000

interface FeedStatus {
  /** Ids of the products the engine writes the log of. */
  owned: number[]
  /** Of these: the feed has no prices for them; their history is still being made. */
  hasNoData: number[]
  makingHistory: number[]
}

interface StatusParts {
  feed: Feed
  owned: readonly LiveProduct[]
  makingHistory: ReadonlySet<number>
}

export function publishFeedStatus(bus: Bus, { feed, owned, makingHistory }: StatusParts): void {
  const ids = owned.map(({ record }) => record.id)
  const status: FeedStatus = {
    owned: ids,
    hasNoData: ids.filter((id) => feed.hasNoData(id)),
    makingHistory: ids.filter((id) => makingHistory.has(id)),
  }
  bus.publish(FEED_STATUS_SUBJECT, status)
}

export interface FollowedFeedStatus {
  hasNoData(productId: number): boolean
  makingHistory: ReadonlySet<number>
  stop: Cancel
}

/** What engines elsewhere have said of their products. */
export function followFeedStatus(bus: Bus): FollowedFeedStatus {
  const noData = new Map<number, number>()
  const makingHistory = new Set<number>()
  const stop = bus.subscribe(FEED_STATUS_SUBJECT, (payload) => {
    const status = payload as FeedStatus
    for (const id of status.owned) {
      noData.delete(id)
      makingHistory.delete(id)
    }
    for (const id of status.hasNoData) noData.set(id, performance.now())
    for (const id of status.makingHistory) makingHistory.add(id)
  })
  return {
    hasNoData: (productId) =>
      performance.now() - (noData.get(productId) ?? Number.NEGATIVE_INFINITY) < STATUS_LIFE_MS,
    makingHistory,
    stop,
  }
}
