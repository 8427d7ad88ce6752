import { seedProducts } from '../src/market/seed-products.ts'
import type { Db } from '../src/platform/db.ts'

/**
 * Gives a migrated database the products of a first start, with nothing to be made of the time before it: of the computing
 * of a process that lives for seconds, a third would go into charts that nobody looks at.
 */
export async function seedWithoutPast(db: Db): Promise<void> {
  await seedProducts(db, { source: 'simulated', forexAlwaysOpen: false })
  await db.query('insert into candle_progress (product_id, history_done) select id, true from products')
}
