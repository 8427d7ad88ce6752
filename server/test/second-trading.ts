import { createLedgerService } from '../src/ledger/ledger.service.ts'
import { createArchiveFolder } from '../src/market/archive-folder.ts'
import { createNoticesService } from '../src/notifications/notices.service.ts'
import type { Bus } from '../src/platform/bus.ts'
import { silentLog } from '../src/platform/log.ts'
import { createMemoryBus } from '../src/platform/memory-bus.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { createOutbox } from '../src/platform/outbox.ts'
import { createPriceLog, createSealedLog } from '../src/trading/market-adapter.ts'
import type { ProductLookup, TradedProduct } from '../src/trading/traded-product.ts'
import { createTrading, type Trading } from '../src/trading/trading.module.ts'
import type { TestApp } from './test-app.ts'

const ALWAYS = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }

/** Products as the database has them, always open. */
export async function readProducts({ db }: Pick<TestApp, 'db'>): Promise<ProductLookup> {
  const rows = await db.query<Omit<TradedProduct, 'openSpanAt' | 'isOpenThroughout' | 'isWriterClockOff'>>(
    'select id, symbol, category, "precision", version, source, calendar_version as "calendarVersion" from products',
  )
  const products = rows.map((row) => ({
    ...row,
    isWriterClockOff: false,
    openSpanAt: () => ALWAYS,
    isOpenThroughout: () => true,
  }))
  return {
    find: (symbol) => products.find((product) => product.symbol === symbol),
    list: () => products,
    refresh: async () => {},
  }
}

/** Trading as another process would have it: own batches, own memory, the same database; without `bus` nobody hears it. */
export async function createSecondTrading(
  app: Pick<TestApp, 'db' | 'clock' | 'signer' | 'config'>,
  bus: Bus = createMemoryBus(() => {}),
): Promise<Trading> {
  const { db, clock, signer, config } = app
  return createTrading({
    db,
    clock,
    bus,
    log: silentLog,
    metrics: createMetrics(false),
    signer,
    ledger: createLedgerService({ db, clock }),
    notices: createNoticesService({
      ...{ db, clock, bus, outbox: createOutbox({ db, clock, log: silentLog }) },
      users: { localesOf: async () => new Map(), listOnline: async () => [] },
    }),
    products: await readProducts(app),
    priceLog: createPriceLog(db),
    sealedLog: createSealedLog(db, createArchiveFolder(config.retention.archiveDir, silentLog)),
    funds: { mode: 'test', allowedCountries: [] },
    engine: true,
  })
}
