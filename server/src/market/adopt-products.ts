import type { Db } from '../platform/db.ts'
import type { Feed } from './feed.ts'
import { LiveProduct } from './live-product.ts'
import type { PriceEngine } from './price-engine.ts'
import { listProductRecords, type ProductRecord } from './product.store.ts'

/** Told over the bus after a commit: what is known of the products is old. */
export const PRODUCTS_CHANGED_SUBJECT = 'market.products'

interface Parts {
  db: Db
  feed: Feed
  engine: PriceEngine
  products: Map<string, LiveProduct>
  /** A product that was added under way, and is known from now on. */
  onAdopted(product: LiveProduct): void
}

/**
 * Brings what this process knows of the products up to date, one reading at a time. In place: feed, lanes and trading hold the
 * same records. What the log is made of does not change under way; a product that is new is taken on.
 */
export function createProductRefresh({ db, feed, engine, products, onAdopted }: Parts): () => Promise<void> {
  let turn: Promise<void> = Promise.resolve()

  async function adopt(record: ProductRecord): Promise<void> {
    await feed.add?.(record)
    const product = new LiveProduct(record)
    products.set(record.symbol, product)
    engine.addProduct(record)
    onAdopted(product)
  }

  async function refresh(): Promise<void> {
    for (const fresh of await listProductRecords(db)) {
      const record = products.get(fresh.symbol)?.record
      if (record === undefined) await adopt(fresh)
      else follow(record, fresh)
    }
  }

  return () => {
    const next = turn.then(refresh)
    turn = next.catch(() => {})
    return next
  }
}

function follow(record: ProductRecord, fresh: ProductRecord): void {
  record.enabled = fresh.enabled
  record.name = fresh.name
  record.sort = fresh.sort
  record.edits = fresh.edits
  if (record.calendarVersion === fresh.calendarVersion) return
  // Hours of before first: between the two no moment is without both.
  record.pastHours = fresh.pastHours
  record.calendar = fresh.calendar
  record.calendarVersion = fresh.calendarVersion
}
