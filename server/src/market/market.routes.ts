import { listCandles, listDays, listProducts, listTicks } from '@truestrike/protocol/market-endpoints.ts'
import { getArchive, listArchives, listBlocks } from '@truestrike/protocol/proof-endpoints.ts'
import type { Router } from '../platform/route.ts'
import type { MarketService } from './market.service.ts'

/** A page may have a thousand rows and more. */
const LONG = { turns: 'reading' } as const

export function registerMarketRoutes(router: Router, service: MarketService): void {
  router.route(listProducts, () => ({
    serverTimeMs: service.nowMs(),
    source: service.source,
    products: service.listProducts(),
  }))
  router.route(listCandles, ({ query, nextTurn }) => service.listCandles({ ...query, nextTurn }), LONG)
  router.route(listDays, ({ query }) => service.listDays(query), LONG)
  router.route(listBlocks, ({ query, nextTurn }) => service.listBlocks({ ...query, nextTurn }), LONG)
  router.route(listArchives, ({ query }) => service.listArchives(query), LONG)
  router.download(getArchive, ({ params }) => service.archiveDownload(params.symbol ?? '', params.day ?? ''))
  // A page of the log costs thirty times what other readings do.
  router.route(listTicks, ({ query, nextTurn }) => service.listTicks({ ...query, nextTurn }), {
    ...LONG,
    limit: 'log',
  })
}
