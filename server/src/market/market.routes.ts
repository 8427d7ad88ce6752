import { listCandles, listDays, listProducts, listTicks } from '@truestrike/protocol/market-endpoints.ts'
import { getArchive, listArchives, listBlocks } from '@truestrike/protocol/proof-endpoints.ts'
import type { Router } from '../platform/route.ts'
import type { MarketService } from './market.service.ts'

export function registerMarketRoutes(router: Router, service: MarketService): void {
  router.route(listProducts, () => ({
    serverTimeMs: service.nowMs(),
    source: service.source,
    products: service.listProducts(),
  }))
  router.route(listCandles, ({ query }) => service.listCandles(query))
  router.route(listDays, ({ query }) => service.listDays(query))
  router.route(listBlocks, ({ query }) => service.listBlocks(query))
  router.route(listArchives, ({ query }) => service.listArchives(query))
  router.download(getArchive, ({ params }) => service.archiveDownload(params.symbol ?? '', params.day ?? ''))
  // A page of the log costs thirty times what other readings do.
  router.route(listTicks, ({ query, nextTurn }) => service.listTicks({ ...query, nextTurn }), {
    limit: 'log',
  })
}
