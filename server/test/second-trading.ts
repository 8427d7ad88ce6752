import { createLedgerService } from '../src/ledger/ledger.service.ts'
import { silentLog } from '../src/platform/log.ts'
import { createMemoryBus } from '../src/platform/memory-bus.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { createPriceLog } from '../src/trading/market-adapter.ts'
import type { ProductLookup, TradedProduct } from '../src/trading/traded-product.ts'
import { createTrading, type Trading } from '../src/trading/trading.module.ts'
import type { TestApp } from './test-app.ts'

const ALWAYS = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }

/** Products as the database has them, always open. */
export async function readProducts({ db }: Pick<TestApp, 'db'>): Promise<ProductLookup> {
  const rows = await db.query<Omit<TradedProduct, 'openSpanAt'>>(
    'select id, symbol, category, "precision", source, calendar_version as "calendarVersion" from products',
  )
  const products = rows.map((row) => ({ ...row, openSpanAt: () => ALWAYS }))
  return {
    find: (symbol) => products.find((product) => product.symbol === symbol),
    list: () => products,
    refresh: async () => {},
  }
}

/** Trading as another process would have it: own batches, own memory, the same database. */
export async function createSecondTrading(app: Pick<TestApp, 'db' | 'clock'>): Promise<Trading> {
  const { db, clock } = app
  return createTrading({
    db,
    clock,
    bus: createMemoryBus(() => {}),
    log: silentLog,
    metrics: createMetrics(false),
    ledger: createLedgerService({ db, clock }),
    products: await readProducts(app),
    priceLog: createPriceLog(db),
    funds: { mode: 'test', allowedCountries: [] },
    engine: true,
  })
}
