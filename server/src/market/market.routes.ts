import { listCandles, listProducts, listTicks } from '@truestrike/protocol/market-endpoints.ts'
import type { Router } from '../platform/route.ts'
import type { MarketService } from './market.service.ts'

export function registerMarketRoutes(router: Router, service: MarketService): void {
  router.route(listProducts, () => ({
    serverTimeMs: service.nowMs(),
    source: service.source,
    products: service.listProducts(),
  }))
  router.route(listCandles, ({ query }) => service.listCandles(query))
  router.route(listTicks, ({ query }) => service.listTicks(query))
}
