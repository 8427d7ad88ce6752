import type { Config } from './config.ts'
import { createConfiguredFeed } from './market/create-feed.ts'
import type { Feed } from './market/feed.ts'
import { createMarketModule, type MarketModule, type MarketModuleOptions } from './market/market.module.ts'
import type { ProductRecord } from './market/product.store.ts'
import { tellSeeds } from './market/tell-seeds.ts'
import type { Bus } from './platform/bus.ts'
import type { Clock } from './platform/clock.ts'
import type { Db } from './platform/db.ts'
import type { Log } from './platform/log.ts'
import type { Metrics } from './platform/metrics.ts'
import type { Signer } from './proof/signer.ts'

export interface MarketDependencies {
  config: Config
  db: Db
  bus: Bus
  clock: Clock
  log: Log
  metrics: Metrics
  signer: Signer
  /** Another feed than the configured one (tests). */
  createFeed?: (products: readonly ProductRecord[]) => Feed
}

/** The market with the feed of the configuration. `edge`: where its calls and sockets are answered, if anywhere. */
export function createConfiguredMarket(
  dependencies: MarketDependencies,
  edge: MarketModuleOptions['edge'],
): Promise<MarketModule> {
  const { config } = dependencies
  return createMarketModule({
    ...dependencies,
    edge,
    source: config.market.feed,
    forexAlwaysOpen: config.market.forexAlwaysOpen,
    runsEngine: config.roles.engine,
    rawLogDays: config.retention.rawLogDays,
    archiveDir: config.retention.archiveDir,
    tellSeeds: () => tellSeeds(dependencies),
    createFeed: dependencies.createFeed ?? ((products) => createConfiguredFeed(dependencies, products)),
  })
}
