import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { runChecks } from '../platform/http-health.ts'
import { listProductsDue } from './settling.store.ts'
import type { ProductLookup } from './traded-product.ts'

const MS_PER_SECOND = 1_000

interface Parts {
  db: Db
  clock: Pick<Clock, 'nowMs' | 'speed'>
  products: Pick<ProductLookup, 'list'>
}

/**
 * Tells for how many seconds of real time the open contract that ended first should have been settled, 0 for none. Delays
 * are measured when something is settled; this grows while nothing is. A database that does not answer keeps nobody
 * waiting: what was known of it counts, and its time passes too. A process that has read nothing yet tells 0. It comes to listen by
 * its database alone: one that does not start is missed by EdgeGone and EngineGone, one that loses it then is told by PartFailing.
 */
export function createOverdueSettlement({ db, clock, products }: Parts): () => Promise<number> {
  let nextExpiryMs = Number.POSITIVE_INFINITY
  let reading: Promise<void> | null = null
  const read = async (): Promise<void> => {
    const ids = products.list().map(({ id }) => id)
    const dues = await listProductsDue(db, ids)
    nextExpiryMs = Math.min(
      ...dues.map((due) => (due.nextExpiryMs === null ? Number.POSITIVE_INFINITY : Number(due.nextExpiryMs))),
    )
  }
  return async () => {
    // One at a time, however often it is asked for.
    reading ??= read().finally(() => {
      reading = null
    })
    const shared = reading
    await runChecks({ overdue: () => shared })
    return Math.max(0, clock.nowMs() - nextExpiryMs) / clock.speed / MS_PER_SECOND
  }
}
