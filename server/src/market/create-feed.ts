import type { FeedSource } from '@truestrike/core/log-entry.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Signer } from '../proof/signer.ts'
import { createExchangeFeed, type ExchangeAddresses } from './exchange/exchange-feed.ts'
import { createFrameReceiver } from './exchange/frame-receiver.ts'
import type { Feed } from './feed.ts'
import { PriceHours } from './price-hours.ts'
import type { ProductRecord } from './product.store.ts'
import { listRecordings } from './recording-index.ts'
import { createReplayFeed } from './replay-feed.ts'
import { referenceUnitsOf } from './seed-products.ts'
import type { SimulatedProduct } from './simulated-days.ts'
import { createSimulatedFeed } from './simulated-feed.ts'
import { loadMasterSeed, masterOrigin } from './simulated-seed.ts'

export interface FeedGround {
  db: Db
  clock: Clock
  log: Log
  signer: Signer
  metrics: Pick<Metrics, 'barCompared'>
  config: {
    /** Where the master secret of the simulated feed is kept. */
    dataDir: string
    market: {
      feed: FeedSource
      /** `FEED_SEED`. */
      seed: string | null
      /** Folder of recordings (replay). */
      dataDir: string | null
      exchange: ExchangeAddresses & { crossCheck: 'ccxt' | 'off'; crossCheckUrl: string | null }
    }
  }
}

/** The feed the configuration asks for. */
export function createConfiguredFeed(ground: FeedGround, products: readonly ProductRecord[]): Feed {
  const { db, clock, log, signer, metrics, config } = ground
  const folder = config.market.dataDir
  if (config.market.feed === 'replay' && folder !== null) {
    return createReplayFeed({
      db,
      products,
      seed: config.market.seed ?? 'replay',
      listRecordings: () => listRecordings(folder),
      nowMs: () => clock.nowMs(),
      onError: (error) => log.error({ err: error }, 'a recording could not be read'),
    })
  }
  if (config.market.feed === 'exchange') {
    const { crossCheck, crossCheckUrl, ...addresses } = config.market.exchange
    return createExchangeFeed({
      ...{ products, addresses, clock, log },
      sockets: createFrameReceiver({ log }),
      crossCheck: crossCheck === 'off' ? null : { urlPrefix: crossCheckUrl },
      random: Math.random,
      onBar: metrics.barCompared,
    })
  }
  const simulated = createSimulatedFeed({
    ...{ db, signer },
    nowMs: () => clock.nowMs(),
    master: loadMasterSeed({ feedSeed: config.market.seed, dataDir: config.dataDir }),
    masterSeed: config.market.seed === null ? 'random' : 'configured',
    masterFrom: masterOrigin(config.market.seed, config.dataDir),
    products: products.map(simulatedProduct),
  })
  return { ...simulated, add: (product) => simulated.addSimulated(simulatedProduct(product)) }
}

function simulatedProduct(product: ProductRecord): SimulatedProduct {
  const { id, symbol, category, precision } = product
  const hours = new PriceHours(product)
  return {
    ...{ id, symbol, category, precision },
    referenceUnits: referenceUnitsOf(product),
    isOpen: (timeMs: number) => hours.isOpen(timeMs),
  }
}
