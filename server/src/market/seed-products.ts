import { FOREX_CALENDAR } from '@truestrike/core/calendar.ts'
import type { FeedSource } from '@truestrike/core/log-entry.ts'
import { parsePrice } from '@truestrike/core/price.ts'
import { genesisHash } from '@truestrike/core/running-hash.ts'
import type { Db, Tx } from '../platform/db.ts'
import { carryOutStep } from '../platform/start-step.ts'
import {
  insertProduct,
  type ProductRecord,
  updateCategoryCalendar,
  updateProductSource,
} from './product.store.ts'
import { DEVIATION_BPS, OUTLIER_BPS, PRODUCT_SEED, STALE_MS } from './product-seed.ts'

/** Price a product without any other one starts from, in units of its precision. */
const FALLBACK_UNITS = 100_000

/**
 * Creates the products of a new installation and brings what the configuration decides up to date: the source of the
 * prices, and whether forex keeps its closing times (only the simulated feed can do without).
 */
export async function seedProducts(
  db: Db,
  { source, forexAlwaysOpen }: { source: FeedSource; forexAlwaysOpen: boolean },
): Promise<void> {
  const forexCalendar = forexAlwaysOpen && source === 'simulated' ? null : FOREX_CALENDAR
  const seed = async (sql: Tx): Promise<void> => {
    for (const [index, seed] of PRODUCT_SEED.entries()) {
      await insertProduct(sql, {
        symbol: seed.symbol,
        base: seed.base,
        quote: 'USDT',
        name: seed.name,
        category: seed.category,
        precision: seed.precision,
        source,
        calendar: seed.category === 'forex' ? forexCalendar : null,
        staleMs: STALE_MS[seed.category],
        outlierBps: OUTLIER_BPS[seed.category],
        deviationBps: DEVIATION_BPS,
        sort: (index + 1) * 10,
        genesis: genesisHash({ symbol: seed.symbol, version: 1 }),
      })
    }
    await updateProductSource(sql, source)
    await updateCategoryCalendar(sql, 'forex', forexCalendar)
  }
  await carryOutStep(() => db.tx(seed))
}

/** Where a simulated path starts on the product's very first day, in units of its precision. */
export function referenceUnitsOf({
  symbol,
  precision,
  firstUnits,
}: Pick<ProductRecord, 'symbol' | 'precision' | 'firstUnits'>): number {
  if (firstUnits !== null) return Number(firstUnits)
  const seed = PRODUCT_SEED.find((product) => product.symbol === symbol)
  const parsed = seed === undefined ? null : parsePrice(seed.referencePrice, precision)
  return parsed?.ok === true ? Number(parsed.value) : FALLBACK_UNITS
}
